// Runs the MCP conformance suite against a server of the SDK: without and with the middleware, and behind `toolerr proxy`.
// A check that fails with toolerr must also fail without it: the suite tests features that the SDK does not implement.
import { spawn } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { withProxy } from './proxy.mjs';

const require = createRequire(import.meta.url);
const suites = [
  { name: '2025-11-25', package: '@modelcontextprotocol/conformance', args: ['--spec-version', '2025-11-25'], path: '' },
  { name: '2025-11-25, all', package: '@modelcontextprotocol/conformance', args: ['--suite', 'all'], path: '' },
  { name: '2025-11-25, newest suite', package: 'conformance-next', args: ['--requirements', '2025-11-25'], path: '' },
  { name: '2026-07-28', package: 'conformance-next', args: ['--requirements', '2026-07-28'], path: '/stateless' },
];

// run returns the number of passed checks, and of each check that failed the number of failures and the last message.
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
    const checks = { passed: 0, failed: new Map(), messages: new Map() };
    for (const folder of await readdir(dir)) {
      const scenario = folder.replace(/^server-/, '').replace(/-\d{4}-\d{2}-\d{2}T.*$/, '');
      for (const check of JSON.parse(await readFile(join(dir, folder, 'checks.json'), 'utf8'))) {
        if (check.status === 'SUCCESS') checks.passed++;
        if (check.status === 'FAILURE') {
          const key = `${scenario}: ${check.id}`;
          checks.failed.set(key, (checks.failed.get(key) ?? 0) + 1);
          checks.messages.set(key, check.errorMessage ?? '');
        }
      }
    }
    if (checks.passed === 0) throw new Error(`conformance ${suite.name}: no check passed on ${url}\n${output.slice(-2000)}`);
    return checks;
  } finally {
    await rm(dir, { recursive: true });
  }
}

export async function conformance(base, t, toolerr) {
  await withProxy(toolerr, base, async (front) => {
    for (const suite of suites) {
      const bare = await run(suite, `${base}/sdk${suite.path}`);
      for (const [what, url] of [['with the middleware', `${base}/toolerr`], ['behind the proxy', `${front}/sdk`]]) {
        const checks = await run(suite, url + suite.path);
        for (const [key, n] of checks.failed) {
          t.ok(n <= (bare.failed.get(key) ?? 0), `conformance ${suite.name}, ${what}: ${key}: ${checks.messages.get(key)}`);
        }
        t.ok(checks.passed >= bare.passed, `conformance ${suite.name}: ${checks.passed} checks pass ${what}, ${bare.passed} without`);
        const failed = [...checks.failed.values()].reduce((a, b) => a + b, 0);
        t.note(`conformance ${suite.name}: ${checks.passed} passed, ${failed} failed ${what}; ${bare.passed} passed without`);
      }
    }
  });
}
