// Tests A2A 1.0 with the JavaScript SDK as a client and as a server: node a2a.mjs PATH-OF-TOOLERR
// The client calls the tools of `toolerr serve`; what the server of the SDK responds is decoded by `toolerr decode`.
import { execFileSync, spawn } from 'node:child_process';
import { createServer } from 'node:http';
import { createInterface } from 'node:readline';
import { Role, TaskState, taskStateToJSON } from '@a2a-js/sdk';
import { ClientFactory } from '@a2a-js/sdk/client';
import {
  A2AError, ContentTypeNotSupportedError, ExtensionSupportRequiredError, InvalidAgentResponseError, PushNotificationNotSupportedError, RequestMalformedError,
  TaskNotCancelableError, TaskNotFoundError, UnsupportedOperationError, VersionNotSupportedError, fromRestErrorBody, restStatusFor, toJsonRpcError, toRestErrorBody,
} from '@a2a-js/sdk/errors';
import { AgentEvent, DefaultRequestHandler, InMemoryTaskStore, JsonRpcTransportHandler, ServerCallContext } from '@a2a-js/sdk/server';

const [toolerr] = process.argv.slice(2);
let checks = 0;
const failures = [];
function equal(got, want, message) {
  checks++;
  if (JSON.stringify(got) !== JSON.stringify(want)) failures.push(`${message}: got ${JSON.stringify(got)}, want ${JSON.stringify(want)}`);
}

const run = (...args) => execFileSync(toolerr, args, { encoding: 'utf8', input: '' });
const table = JSON.parse(run('table', '--json'));

// decode returns the dialect and the error that toolerr finds in a document.
function decode(document, ...flags) {
  return JSON.parse(execFileSync(toolerr, ['decode', '--json', ...flags], { encoding: 'utf8', input: JSON.stringify(document) }));
}

const part = (content) => ({ content, mediaType: '', filename: '', metadata: {} });
const message = (role, ...parts) => ({ messageId: crypto.randomUUID(), contextId: '', taskId: '', role, parts: parts.map(part), metadata: {}, extensions: [], referenceTaskIds: [] });
const request = (...parts) => ({ tenant: '', message: message(Role.ROLE_USER, ...parts), configuration: undefined, metadata: {} });
const call = (name, args) => request({ $case: 'data', value: { name, arguments: args } });

function card(url) {
  return {
    name: 'bells', description: 'Rings bells.', version: '1', provider: undefined, capabilities: { extensions: [] }, skills: [], securitySchemes: {}, securityRequirements: [], signatures: [],
    defaultInputModes: ['text/plain'], defaultOutputModes: ['text/plain'], supportedInterfaces: [{ url, protocolBinding: 'JSONRPC', protocolVersion: '1.0', tenant: '' }],
  };
}

// failureOf returns the error of a call.
async function failureOf(promise) {
  try {
    await promise;
  } catch (error) {
    return error;
  }
  return undefined;
}

// The client of the SDK understands what toolerr renders.
async function client(base) {
  const agent = await new ClientFactory().createFromUrl(base); // by its card
  const rung = await agent.sendMessage(call('Doorbell_Ring', { doorbell_id: 'doorbell42' }));
  equal(taskStateToJSON(rung.status.state), 'TASK_STATE_COMPLETED', 'a bell');
  equal(rung.artifacts[0].parts[0].content.value, { sound: 'ding dong' }, 'a bell: the output');
  for (const row of table) {
    const task = await agent.sendMessage(call('Fail_With', { kind: row.kind }));
    equal(taskStateToJSON(task.status.state), `TASK_STATE_${row.a2a_state}`, `${row.kind}: the state`);
    const [text, data] = task.status.message.parts;
    equal([text.content.value.startsWith(data.content.value.error.message), text.content.value.includes('password')], [true, false], `${row.kind}: the text`);
    equal(data.content.value.error.details[0].metadata.kind, row.kind, `${row.kind}: the data`);
    equal([task.status.message.role, task.status.message.taskId, task.status.message.contextId], [Role.ROLE_AGENT, task.id, task.contextId], `${row.kind}: the message`);
  }
  for (const [params, code, type] of [
    [call('None', {}), -32004, UnsupportedOperationError],
    [call('Doorbell_Ring', {}), -32602, RequestMalformedError],
    [request({ $case: 'text', value: 'Ring!' }), -32602, RequestMalformedError],
  ]) {
    const error = await failureOf(agent.sendMessage(params));
    equal([error instanceof type, error instanceof TaskNotFoundError, error?.envelopeCode, error?.data?.[0]?.['@type']], [true, false, code, 'type.googleapis.com/google.rpc.ErrorInfo'], `an error before the task, ${code}`);
  }
  const error = await failureOf(agent.getTask({ id: 't1', tenant: '', historyLength: 0 }));
  equal([error instanceof TaskNotFoundError, error?.envelopeCode], [true, -32001], 'a task that does not exist');
}

// The SDK understands the errors of HTTP+JSON.
function http() {
  for (const row of table) {
    const { status, body } = JSON.parse(run('render', '--dialect', 'a2a-http', '--kind', row.kind, '--message', 'The bell jammed.', '--json'));
    const error = fromRestErrorBody(body.error, { statusCode: status });
    equal([error instanceof A2AError, error instanceof TaskNotFoundError, error.message, status === 404], [true, false, 'The bell jammed.', false], `HTTP+JSON: ${row.kind}`);
    equal(error instanceof UnsupportedOperationError, row.a2a === -32004, `HTTP+JSON: ${row.kind}: the reason`);
  }
}

// What the SDK sends for each of its errors is decoded as the kind of the code.
function errors() {
  const kinds = [
    [TaskNotFoundError, 'not_found'], [TaskNotCancelableError, 'conflict'], [PushNotificationNotSupportedError, 'unsupported'], [UnsupportedOperationError, 'unsupported'],
    [ContentTypeNotSupportedError, 'invalid_input'], [InvalidAgentResponseError, 'output_invalid'], [ExtensionSupportRequiredError, 'requirement_missing'],
    [VersionNotSupportedError, 'unsupported_version'], [RequestMalformedError, 'invalid_input'],
  ];
  for (const [Type, kind] of kinds) {
    const error = new Type({ message: 'Not this one.', metadata: { taskId: 't1' } });
    let { dialect, error: got } = decode({ jsonrpc: '2.0', id: 1, error: toJsonRpcError(error) });
    equal([dialect, got.kind, got.message, got.details?.taskId], ['a2a', kind, 'Not this one.', 't1'], `JSON-RPC: ${Type.name}`);
    const status = restStatusFor(error);
    ({ dialect, error: got } = decode(toRestErrorBody(error, status), '--status', String(status)));
    equal([dialect, got.kind, got.message, got.details?.taskId], ['a2a-http', kind, 'Not this one.', 't1'], `HTTP+JSON: ${Type.name}`);
  }
}

// The tasks and the errors of a server of the SDK are decoded as what they are.
async function server() {
  const states = {
    [TaskState.TASK_STATE_FAILED]: 'execution_failed', [TaskState.TASK_STATE_REJECTED]: 'permission_denied', [TaskState.TASK_STATE_CANCELED]: 'canceled',
    [TaskState.TASK_STATE_INPUT_REQUIRED]: 'input_required', [TaskState.TASK_STATE_AUTH_REQUIRED]: 'auth_required', [TaskState.TASK_STATE_COMPLETED]: undefined,
  };
  const executor = {
    async execute(context, bus) {
      const text = context.userMessage.parts[0].content.value;
      if (text === 'throw') throw new Error('the bell jammed');
      const status = { state: Number(text), message: message(Role.ROLE_AGENT, { $case: 'text', value: 'The bell jammed.' }), timestamp: new Date().toISOString() };
      bus.publish(AgentEvent.task({ id: context.taskId, contextId: context.contextId, status, artifacts: [], history: [], metadata: {} }));
      bus.finished();
    },
    async cancelTask() {},
  };
  let handler;
  const listener = createServer(async (req, res) => {
    const body = [];
    for await (const chunk of req) body.push(chunk);
    const response = await handler.handle(Buffer.concat(body).toString(), new ServerCallContext({ requestedVersion: '1.0' }));
    res.setHeader('Content-Type', 'application/json').end(JSON.stringify(response));
  });
  await new Promise((resolve) => listener.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${listener.address().port}`;
  handler = new JsonRpcTransportHandler(new DefaultRequestHandler(card(url), new InMemoryTaskStore(), executor));
  const post = async (method, params) => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
    return (await fetch(url, { method: 'POST', body, headers: { 'Content-Type': 'application/json' }, signal: AbortSignal.timeout(10_000) })).json();
  };
  const send = (text) => post('SendMessage', { message: { messageId: crypto.randomUUID(), role: 'ROLE_USER', parts: [{ text }] } });
  const log = console.error;
  console.error = () => {}; // the SDK prints what its executor throws
  try {
    for (const [state, kind] of Object.entries(states)) {
      const { dialect, error } = decode(await send(state));
      equal([dialect, error?.kind, error?.message], ['a2a-task', kind, kind && 'The bell jammed.'], `a task of the server: ${taskStateToJSON(Number(state))}`);
    }
    const { dialect, error } = decode(await send('throw'));
    equal([dialect, error.kind, error.message.includes('the bell jammed')], ['a2a-task', 'execution_failed', true], 'an executor that throws');
    for (const [method, params, kind] of [
      ['GetTask', { id: 'none' }, 'not_found'],
      ['SendMessage', [], 'invalid_input'],
      ['Nonsense', {}, 'method_not_found'],
    ]) {
      equal(decode(await post(method, params)).error?.kind, kind, `an error of the server: ${method}`);
    }
  } finally {
    console.error = log;
    listener.close();
    listener.closeAllConnections();
  }
}

const serve = spawn(toolerr, ['serve', '--addr', '127.0.0.1:0', '--json'], { stdio: ['ignore', 'pipe', 'ignore'] });
try {
  const { base } = JSON.parse((await createInterface({ input: serve.stdout })[Symbol.asyncIterator]().next()).value);
  await client(base.replace(/\/$/, ''));
  http();
  errors();
  await server();
} catch (error) {
  failures.push(error.stack);
} finally {
  serve.kill();
}
for (const failure of failures) console.error(`FAIL ${failure}`);
console.log(`A2A: ${checks} checks, ${failures.length} failed`);
process.exit(failures.length === 0 ? 0 : 1);
