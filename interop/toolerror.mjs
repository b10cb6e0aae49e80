// A client that supports toolError:v1 detects the payload as specified (Tool Error Responses, Error
// Detection): a JSON block with its kind, otherwise structuredContent. isError is not decisive.
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';

function detect(result) {
  for (const block of [...result.content].reverse()) {
    if (block.type !== 'text') continue;
    try {
      const payload = JSON.parse(block.text);
      if (payload?.kind === 'toolError:v1' || payload?.kind === 'needsInput:v1') return payload;
    } catch {
      // text for users
    }
  }
  const payload = result.structuredContent;
  return payload?.kind === 'toolError:v1' || payload?.kind === 'needsInput:v1' ? payload : undefined;
}

const codes = {
  not_found: 'NOT_FOUND', unauthenticated: 'AUTHENTICATION_ERROR', permission_denied: 'AUTHENTICATION_ERROR', invalid_input: 'CLIENT_ERROR',
  rate_limited: 'CLIENT_ERROR', timeout: 'NETWORK_ERROR', network: 'NETWORK_ERROR', internal: 'SERVER_ERROR', unavailable: 'SERVER_ERROR', unknown: 'UNKNOWN_ERROR',
};

export async function toolerror(base, t) {
  const client = new Client({ name: 'interop', version: '1' });
  await client.connect(new StreamableHTTPClientTransport(new URL(`${base}/toolerror`)));
  await client.listTools();
  for (const [kind, code] of Object.entries(codes)) {
    for (const format of [undefined, 'markdown', 'json', 'both']) {
      for (const name of [`fail_${kind}`, `fail_typed_${kind}`]) {
        const where = `toolError:v1: ${name}, format ${format}`;
        const result = await client.callTool({ name, arguments: format ? { format } : {} });
        const payload = detect(result);
        t.equal(result.isError, true, `${where}: isError`);
        if (name.startsWith('fail_typed_') && (format === undefined || format === 'markdown')) {
          t.equal(payload, undefined, `${where}: no payload if there is an output schema`);
          t.ok(result.content[0].text.startsWith(`What happened: ${kind}.`), `${where}: the text`);
          continue;
        }
        t.equal(payload?.kind, 'toolError:v1', `${where}: detected`);
        t.equal(payload?.code, code, `${where}: the code`);
        t.equal(payload?.message, `What happened: ${kind}.`, `${where}: the message`);
        t.equal(result.content.length, format === 'both' ? 2 : 1, `${where}: blocks`);
      }
    }
  }
  const question = await client.callTool({ name: 'fail_input_required', arguments: { format: 'both' } });
  t.equal(detect(question)?.kind, 'needsInput:v1', 'needsInput:v1: detected');
  t.equal(detect(question)?.needsInput?.fields?.[0], 'name', 'needsInput:v1: the field');
  t.ok(!question.isError, 'needsInput:v1: not an error');
  await client.close();
  t.note(`toolError:v1: ${Object.keys(codes).length} kinds in every format`);
}
