// Runs `toolerr proxy` in front of a server.
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

// withProxy calls f with the base URL of a proxy in front of a server, and returns what f returns.
export async function withProxy(toolerr, upstream, f) {
  const proxy = spawn(toolerr, ['proxy', '--upstream', upstream, '--dialect', 'mcp', '--listen', '127.0.0.1:0', '--admin', ''], { stdio: ['ignore', 'ignore', 'pipe'] });
  const ended = new Promise((done) => proxy.on('close', done));
  try {
    const address = await new Promise((done, fail) => {
      createInterface(proxy.stderr).on('line', (line) => {
        const { msg, addr } = JSON.parse(line);
        if (msg === 'serving') done(addr);
      });
      ended.then((code) => fail(new Error(`the proxy ended with ${code}`)));
    });
    return await f(`http://${address}`);
  } finally {
    proxy.kill();
    await ended;
  }
}
