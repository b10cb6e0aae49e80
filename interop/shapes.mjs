// Runs `toolerr check` with servers whose tools write each execution to a file: without permission only a read-only tool runs.
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const wrong = ['delete_repository', 'kill', 'move', 'set_level']; // the tools that have required members without a default
const all = [...wrong, 'purge', 'restart', 'stop', 'wipe'].sort();

export async function shapes(_, t, toolerr, mcpgo) {
  const node = process.execPath;
  const servers = {
    'zod 3': { command: (file) => [node, 'shapes_server.mjs', 'zod/v3', file], validates: true },
    'zod 4': { command: (file) => [node, 'shapes_server.mjs', 'zod/v4', file], validates: true },
    'mcp-go': { command: (file) => [mcpgo, file], validates: false },
    'mcp-go with validation': { command: (file) => [mcpgo, '-validate', file], validates: true },
  };
  const folder = await mkdtemp(join(tmpdir(), 'shapes-'));
  try {
    await Promise.all(Object.entries(servers).map(([name, server], i) => check(name, server, join(folder, `${i}`), t, toolerr)));
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function check(name, { command, validates }, file, t, toolerr) {
  const called = async (...flags) => {
    const own = file + flags.join('');
    await writeFile(own, '');
    // The SDK does not answer what is not JSON or no request, so that two probes wait for all of the timeout; it must start in it.
    const args = ['check', '--format', 'json', '--rate', '0', '--timeout', '20s', ...flags, '--', ...command(own)];
    const { stdout } = await run(toolerr, args, { maxBuffer: 1 << 26 }).catch((error) => {
      if (error.code !== 1) throw error; // 1: findings
      return error;
    });
    const executions = (await readFile(own, 'utf8')).split('\n').filter(Boolean).map((line) => JSON.parse(line));
    t.ok(executions.some(({ tool }) => tool === 'peek'), `shapes: ${name} ${flags}: the read-only tool is called`);
    const changes = executions.filter(({ tool }) => tool !== 'peek');
    return { report: JSON.parse(stdout), changes, tools: [...new Set(changes.map(({ tool }) => tool))].sort() };
  };

  const [none, invalid, valid] = await Promise.all([called(), called('--call-invalid'), called('--call-all')]);
  t.equal(none.changes, [], `shapes: ${name}: executions without permission`);
  t.equal(none.report.not_called, all.length, `shapes: ${name}: the tools that are not called`);

  t.equal(invalid.report.not_called, all.length - wrong.length, `shapes: ${name}: the tools that --call-invalid does not call`);
  t.equal(invalid.tools, validates ? [] : wrong, `shapes: ${name}: the tools that run with --call-invalid`);
  const whole = invalid.changes.filter(({ input: { pid, name, level, to } }) => [pid, name, level, to?.place].some((v) => v !== undefined && typeof v !== 'object'));
  t.equal(whole, [], `shapes: ${name}: executions with --call-invalid that have what is required`);

  t.equal(valid.tools, all, `shapes: ${name}: the tools that run with --call-all`);
}
