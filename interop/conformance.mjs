// Runs the MCP conformance suite against the SDK's server bare and with our middleware. What fails
// with ours must fail bare too: the suite tests more than the SDK implements.
import { spawn } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const require = createRequire(import.meta.url);
const suites = [
  { name: '2025-11-25', package: '@modelcontextprotocol/conformance', args: ['--spec-version', '2025-11-25'], path: '' },
  { name: '2025-11-25, all', package: '@modelcontextprotocol/conformance', args: ['--suite', 'all'], path: '' },
  { name: '2025-11-25, newest suite', package: 'conformance-next', args: ['--requirements', '2025-11-25'], path: '' },
  { name: '2026-07-28', package: 'conformance-next', args: ['--requirements', '2026-07-28'], path: '/now' },
];

// run returns how often each check had each outcome, by scenario.
async function run(suite, url) {
  const dir = await mkdtemp(join(tmpdir(), 'conformance-'));
  try {
    const { bin } = require(`${suite.package}/package.json`);
    const program = join('node_modules', suite.package, bin.conformance);
    const child = spawn(process.execPath, [program, 'server', '--url', url, ...suite.args, '-o', dir], { stdio: ['ignore', 'pipe', 'pipe'], timeout: 60_000 });
    let output = '';
    child.stdout.on('data', (chunk) => (output += chunk));
    child.stderr.on('data', (chunk) => (output += chunk));
    await new Promise((done) => child.on('close', done)); // a failed check is an exit code too: the files tell
    const checks = { passed: 0, failed: new Map() };
    for (const folder of await readdir(dir)) {
      const scenario = folder.replace(/^server-/, '').replace(/-\d{4}-\d{2}-\d{2}T.*$/, '');
      for (const check of JSON.parse(await readFile(join(dir, folder, 'checks.json'), 'utf8'))) {
        if (check.status === 'SUCCESS') checks.passed++;
        if (check.status === 'FAILURE') {
          const key = `${scenario}: ${check.id}: ${check.errorMessage ?? ''}`.replace(/\d{4,}/g, 'N');
          checks.failed.set(key, (checks.failed.get(key) ?? 0) + 1);
        }
      }
    }
    if (checks.passed === 0) throw new Error(`conformance ${suite.name}: no check passed on ${url}\n${output.slice(-2000)}`);
    return checks;
  } finally {
    await rm(dir, { recursive: true });
  }
}

export async function conformance(base, t) {
  for (const suite of suites) {
    const bare = await run(suite, `${base}/bare${suite.path}`);
    const ours = await run(suite, `${base}/ours${suite.path}`);
    for (const [key, n] of ours.failed) {
      t.ok(n <= (bare.failed.get(key) ?? 0), `conformance ${suite.name}: ${key}`);
    }
    t.ok(ours.passed >= bare.passed, `conformance ${suite.name}: ${ours.passed} checks pass, of the bare server ${bare.passed}`);
    const failed = [...ours.failed.values()].reduce((a, b) => a + b, 0);
    t.note(`conformance ${suite.name}: ${ours.passed} passed, ${failed} failed; bare ${bare.passed} passed`);
  }
}
