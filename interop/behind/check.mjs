// Calls the tools of servers of others, bare and behind `toolerr proxy`. Behind it, the text about a wrong call has to name at
// least as much of what a model needs to repair it, and the result of a right call has to be the same, byte for byte. With
// -update it writes the table in docs/clients.md, else it compares the two.
import { spawn, execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { right, wrong } from './cases.mjs';

const [toolerr, python1, python2, ...flags] = process.argv.slice(2);
const here = dirname(fileURLToPath(import.meta.url));
const work = mkdtempSync(join(tmpdir(), 'behind-'));
const node = (path, ...args) => [process.execPath, join(here, 'node_modules', path), ...args];
const python = (venv, name, ...args) => [join(venv, 'bin', name), ...args];

const chromium = ['/usr/bin/chromium', '/usr/bin/chromium-browser'].find(existsSync);
const page = createServer((_, response) => response.setHeader('Content-Type', 'text/html').end('<p>error: <b>none</b> of the bells rings at this hour</p>'));
await new Promise((listening) => page.listen(0, '127.0.0.1', listening));
const url = `http://127.0.0.1:${page.address().port}/`;

const servers = {
  everything: ['@modelcontextprotocol/server-everything', () => node('@modelcontextprotocol/server-everything/dist/index.js')],
  filesystem: ['@modelcontextprotocol/server-filesystem', (files) => node('@modelcontextprotocol/server-filesystem/dist/index.js', files)],
  memory: ['@modelcontextprotocol/server-memory', () => node('@modelcontextprotocol/server-memory/dist/index.js')],
  thinking: ['@modelcontextprotocol/server-sequential-thinking', () => node('@modelcontextprotocol/server-sequential-thinking/dist/index.js')],
  playwright: ['@playwright/mcp', () => node('@playwright/mcp/cli.js', '--headless', '--isolated', '--no-sandbox', '--executable-path', chromium)],
  eslint: ['@eslint/mcp', () => node('@eslint/mcp/src/mcp-cli.js')],
  hello: ['mcp-hello-world', () => node('mcp-hello-world/build/stdio.js')],
  runner: ['mcp-server-code-runner', () => node('mcp-server-code-runner/dist/cli.js')],
  fetch: ['mcp-server-fetch', () => python(python2, 'mcp-server-fetch', '--ignore-robots-txt', '--allow-private-ips')],
  git: ['mcp-server-git', () => python(python2, 'mcp-server-git')],
  time: ['mcp-server-time', () => python(python2, 'mcp-server-time', '--local-timezone', 'UTC')],
  sqlite: ['mcp-server-sqlite', (files) => python(python1, 'mcp-server-sqlite', '--db-path', join(files, 'bells.db'))],
};

// files makes the folder that a server works on. It has the same path bare and behind the proxy, so that the texts are equal.
function files(name) {
  const folder = join(work, name);
  rmSync(folder, { recursive: true, force: true });
  const repo = join(folder, 'repo');
  mkdirSync(repo, { recursive: true });
  writeFileSync(join(folder, 'a.txt'), 'one\ntwo\nthree\n');
  writeFileSync(join(folder, 'a.js'), 'let a = 1;\n');
  writeFileSync(join(folder, 'eslint.config.js'), "module.exports = [{ rules: { 'no-unused-vars': 'error' } }];\n");
  writeFileSync(join(repo, 'a.txt'), 'one\n');
  const date = '2026-01-01T00:00:00Z';
  const env = { ...process.env, GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date };
  const git = (...args) => execFileSync('git', ['-C', repo, '-c', 'user.name=a', '-c', 'user.email=a@example.com', ...args], { env });
  git('init', '-q', '-b', 'main');
  git('add', '-A');
  git('commit', '-q', '-m', 'one');
  return { folder, repo };
}

// open starts a server and initializes it. call returns the line of the response.
async function open(command, folder) {
  const child = spawn(command[0], command.slice(1), { stdio: ['pipe', 'pipe', 'pipe'], env: { ...process.env, MEMORY_FILE_PATH: join(folder, 'memory.json') } });
  let log = '';
  child.stderr.on('data', (data) => (log = (log + data).slice(-4000)));
  const waiting = new Map();
  const send = (message) => child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  createInterface({ input: child.stdout }).on('line', (line) => {
    if (!line.startsWith('{')) return; // one of the servers writes its log there
    const { id, method } = JSON.parse(line);
    if (method === undefined) waiting.get(id)?.(line);
    else if (id !== undefined) send({ id, result: {} });
  });
  let last = 0;
  const request = (method, params) => new Promise((resolve, reject) => {
    const id = ++last;
    const timer = setTimeout(() => reject(new Error(`${command.join(' ')}: ${method}: no response\n${log}`)), 60_000);
    waiting.set(id, (line) => (clearTimeout(timer), resolve(line)));
    send({ id, method, params });
  });
  await request('initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'behind', version: '1' } });
  send({ method: 'notifications/initialized' });
  await request('tools/list', {});
  return { call: (name, args) => request('tools/call', { name, arguments: args }), close: () => child.kill() };
}

// run makes the calls of a server, and returns the lines of the responses. Files of the server have the same content each time.
async function run(name, calls, proxied) {
  const { folder, repo } = files(name);
  const command = servers[name][1](folder);
  const server = await open(proxied ? [toolerr, 'proxy', '--', ...command] : command, folder);
  const lines = [];
  for (const [, tool, args] of calls) {
    const filled = JSON.parse(JSON.stringify(args).replaceAll('FILES', folder).replaceAll('REPO', repo).replaceAll('URL', url));
    lines.push(await server.call(tool, filled));
  }
  server.close();
  return lines;
}

// shown is what a model sees of a failure, undefined for a success.
function shown(line) {
  const { result, error } = JSON.parse(line);
  if (error) return error.message;
  return result.isError ? result.content.map(({ text }) => text ?? '').join('\n') : undefined;
}

// score returns what a text has of what is needed, and the name of the tool if the bare text has it.
function score(text, bare, [name, tool, , needed]) {
  const words = [...new Set([...needed, ...(bare.includes(tool) ? [tool] : [])])];
  return words.filter((word) => text.includes(word.replace('FILES', join(work, name))));
}

// isOwn reports whether a text is that of the proxy about the arguments or the name of a tool. Any other has all of the bare one.
const isOwn = (text) => /^(The arguments of the tool|There is no tool) "/.test(text);
const bareText = (text) => text.replace(/^MCP error -\d+: /, '');

const rows = [];
let failed = 0;
const fail = (...lines) => (failed++, console.error(...lines));
async function check(name) {
  const mine = (list) => list.filter(([server]) => server === name);
  const calls = [...mine(wrong), ...mine(right)];
  const bare = await run(name, calls, false);
  const behind = await run(name, calls, true);
  let [better, own] = [0, 0];
  for (const [i, call] of calls.entries()) {
    const where = `behind: ${name}: ${call[1]} ${JSON.stringify(call[2])}`;
    const [before, after] = [shown(bare[i]), shown(behind[i])];
    if (call.length === 3) {
      if (before !== undefined) fail(`${where}: the bare server fails: ${before}`);
      else if (bare[i] !== behind[i]) fail(`${where}: another result\n--- bare\n${bare[i]}\n--- behind\n${behind[i]}`);
      continue;
    }
    if (before === undefined || after === undefined) {
      fail(`${where}: no error: ${before === undefined ? bare[i] : behind[i]}`);
      continue;
    }
    const [has, gets] = [score(before, before, call), score(after, before, call)];
    const lost = has.filter((word) => !gets.includes(word));
    if (flags.includes('-v')) console.log(`${where}: ${has.length} ${gets.length}\n--- bare\n${before}\n--- behind\n${after}\n`);
    const isWhole = isOwn(after) || after.includes(bareText(before));
    if (lost.length > 0 || !isWhole) fail(`${where}: lost ${lost}\n--- bare\n${before}\n--- behind\n${after}`);
    if (gets.length > has.length) better++;
    if (isOwn(after)) own++;
  }
  rows.push([name, `| ${servers[name][0]} | ${mine(wrong).length} | ${own} | ${better} | ${mine(right).length} |`]);
}

const doc = join(here, '../../docs/clients.md');
const heading = '## Servers behind the proxy';

// compare compares the section of docs/clients.md, or writes it.
function compare(table) {
  const section = `${heading}

What do you gain with \`toolerr proxy -- COMMAND\` before a server that you cannot change? ${wrong.length} wrong and ${right.length} right calls of twelve servers, without and
with the proxy (\`interop/behind\`). With the proxy no text names fewer faults, allowed values and names. Right calls, also calls that break the schema and that the
server accepts, have the same bytes.

- **own**: the model reads the text of the proxy, with all faults by the schema, or a similar name; otherwise the whole text of the server;
- **better**: the text names more than the bare server's.

| server | wrong calls | own | better | right calls |
|---|--:|--:|--:|--:|
${table.join('\n')}
`;
  const text = readFileSync(doc, 'utf8');
  const start = text.indexOf(heading);
  const written = `${text.slice(0, start < 0 ? text.length : start).trimEnd()}\n\n${section}`;
  if (flags.includes('-update')) writeFileSync(doc, written);
  else if (text !== written) fail(`behind: docs/clients.md differs; run interop/run all -update\n${section}`);
}

try {
  const only = flags.filter((flag) => flag in servers);
  const order = Object.keys(servers).filter((name) => only.length === 0 || only.includes(name));
  const queue = [...order];
  await Promise.all([0, 1].map(async () => { // two at a time
    for (let name = queue.shift(); name; name = queue.shift()) await check(name);
  }));
  rows.sort((a, b) => order.indexOf(a[0]) - order.indexOf(b[0]));
  if (only.length === 0 && !failed) compare(rows.map(([, row]) => row));
} catch (error) {
  fail(error);
} finally {
  rmSync(work, { recursive: true, force: true });
  page.close();
}
process.exit(failed ? 1 : 0);
