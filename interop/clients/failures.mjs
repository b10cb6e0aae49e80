// The failures that each client shows to a model: the name of the failure, the tool and its arguments (../server/clients.go).
export const failures = [
  ...['not_found', 'invalid_input', 'conflict', 'rate_limited', 'timeout', 'unavailable', 'plain', 'panic', 'nan', 'typed', 'auth_required', 'scopes', 'secret', 'input_required',
    'unsupported', 'upstream_failed', 'execution_failed', 'too_large', 'tool_not_found', 'invalid_request', 'long_text', 'control_text', 'two_lines', 'rpc_error'].map((name) => ({ name, tool: name, args: {} })),
  { name: 'missing_argument', tool: 'strict', args: { bell: 'front' } },
];
