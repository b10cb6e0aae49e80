// The TypeScript SDK v1 as a client of a server over standard input and output, with `toolerr proxy` between them.
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js';

export async function stdio(_, t, toolerr) {
  const client = new Client({ name: 'interop', version: '1' }, { capabilities: { elicitation: {} } });
  client.setRequestHandler(ElicitRequestSchema, () => ({ action: 'accept', content: { bell: 'front' } }));
  client.onerror = (error) => t.ok(false, `stdio: ${error}`); // such as a line that is not a message
  await client.connect(new StdioClientTransport({ command: toolerr, args: ['proxy', '--', process.execPath, 'stdio_server.mjs'], stderr: 'ignore' }));
  const call = async (name) => {
    const { isError = false, content } = await client.callTool({ name });
    t.ok(!JSON.stringify(content).includes('canary'), `stdio: ${name}: nothing leaks`);
    return { isError, text: content[0].text };
  };
  const ding = { isError: false, text: 'ding' };
  t.equal((await client.listTools()).tools.length, 5, 'stdio: tools');
  t.equal(await call('ring'), ding, 'stdio: a success');
  t.equal((await call('throw')).isError, true, 'stdio: an error');
  t.equal(await call('print'), ding, 'stdio: a success after text that is not a message');
  t.equal(await call('ask'), { isError: false, text: 'front' }, 'stdio: a question to the user');
  for (let i = 0; i < 2; i++) {
    t.equal((await call('exit')).isError, true, 'stdio: the program ends');
    t.equal(await call('ring'), ding, 'stdio: the program runs again');
  }
  t.equal(await call('ask'), { isError: false, text: 'front' }, 'stdio: a question of the program that was started again');
  await client.close();
}
