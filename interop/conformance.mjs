// Runs the MCP conformance suite against a server of the SDK without and with the middleware. A check that
// fails with the middleware must also fail without it: the suite tests features that the SDK does not implement.
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
  { name: '2026-07-28', package: 'conformance-next', args: ['--requirements', '2026-07-28'], path: '/stateless' },
];

// run returns the number of passed checks, and the number of failures of each check.
async function run(suite, url) {
  const dir = await mkdtemp(join(tmpdir(), 'conformance-'));
  try {
    const { bin } = require(`${suite.package}/package.json`);
    const program = join('node_modules', suite.package, bin.conformance);
    const child = spawn(process.execPath, [program, 'server', '--url', url, ...suite.args, '-o', dir], { stdio: ['ignore', 'pipe', 'pipe'], timeout: 60_000 });
    let output = '';
    child.stdout.on('data', (chunk) => (output += chunk));
    child.stderr.on('data', (chunk) => (output += chunk));
    await new Promise((done) => child.on('close', done)); // the exit code is not 0 if a check fails; the results are in files
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
    const sdk = await run(suite, `${base}/sdk${suite.path}`);
    const wrapped = await run(suite, `${base}/toolerr${suite.path}`);
    for (const [key, n] of wrapped.failed) {
      t.ok(n <= (sdk.failed.get(key) ?? 0), `conformance ${suite.name}: ${key}`);
    }
    t.ok(wrapped.passed >= sdk.passed, `conformance ${suite.name}: ${wrapped.passed} checks pass, ${sdk.passed} without the middleware`);
    const failed = [...wrapped.failed.values()].reduce((a, b) => a + b, 0);
    t.note(`conformance ${suite.name}: ${wrapped.passed} passed, ${failed} failed; ${sdk.passed} passed without the middleware`);
  }
}
