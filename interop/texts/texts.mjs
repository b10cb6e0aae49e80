// Prints the results with which servers of MCP reject inputs, as JSON: node texts.mjs GO_SERVER PYTHON_1 PYTHON_2
// The servers are those of the Go, TypeScript and Python SDKs; PYTHON_1 has mcp 1, PYTHON_2 mcp 2 and fastmcp.
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

const [go, python1, python2] = process.argv.slice(2);
const node = process.execPath;
const servers = {
  'go-sdk': [go, 'go-sdk'],
  'mcp-go': [go, 'mcp-go'],
  'TypeScript v1, zod 3': [node, 'v1.mjs', 'zod/v3'],
  'TypeScript v1, zod 4': [node, 'v1.mjs', 'zod/v4'],
  'TypeScript v2, zod 4': [node, 'v2.mjs', 'zod'],
  'TypeScript v2, AJV': [node, 'v2.mjs', 'ajv'],
  'Python v1, FastMCP': [python1, 'server.py', 'mcp.server.fastmcp'],
  'Python v1, jsonschema': [python1, 'server.py', 'mcp.server.lowlevel'],
  'Python v2': [python2, 'server.py', 'mcp.server'],
  FastMCP: [python2, 'server.py', 'fastmcp'],
};
const calls = {
  missing: ['ring', { city: 'Oslo' }],
  type: ['ring', { pitch: 'loud', city: 'Oslo' }],
  two: ['ring', { pitch: 'loud' }],
  range: ['ring', { pitch: 9, city: 'Oslo' }],
  enum: ['ring', { pitch: 1, city: 'Oslo', tone: 'loud' }],
  nested: ['ring', { pitch: 1, city: 'Oslo', entities: [{ entityType: 7 }] }],
  'nested, missing': ['ring', { pitch: 1, city: 'Oslo', entities: [{}] }],
  unknown: ['strict', { city: 'Oslo', country: 'NO' }],
};

// answers returns what a server responds to each call.
async function answers(command) {
  const server = spawn(command[0], command.slice(1), { cwd: import.meta.dirname, stdio: ['pipe', 'pipe', 'inherit'] });
  const send = (message) => server.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  const lines = createInterface({ input: server.stdout })[Symbol.asyncIterator]();
  const answer = async (id) => {
    for (;;) {
      const { value, done } = await lines.next();
      if (done) throw new Error(`${command.join(' ')}: no response ${id}`);
      const message = JSON.parse(value);
      if (message.id === id) return message;
    }
  };
  const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'texts', version: '1' } };
  send({ id: 0, method: 'initialize', params });
  await answer(0);
  send({ method: 'notifications/initialized' });
  const found = {};
  for (const [i, [name, [tool, input]]] of Object.entries(calls).entries()) {
    send({ id: i + 1, method: 'tools/call', params: { name: tool, arguments: input } });
    found[name] = await answer(i + 1);
  }
  server.stdin.end();
  server.kill();
  return found;
}

const all = await Promise.all(Object.entries(servers).map(async ([name, command]) => [name, await answers(command)]));
console.log(JSON.stringify(Object.fromEntries(all), null, 1));
process.exit(0);
