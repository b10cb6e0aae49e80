// The TypeScript SDK v2 as a client, with the latest revision and the previous one. It rejects results that
// are invalid in the revision.
import { Client, ResourceNotFoundError, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { checkTools } from './kinds.mjs';

async function connect(url, mode, capabilities = {}) {
  const client = new Client({ name: 'interop', version: '1' }, { capabilities, versionNegotiation: { mode } });
  await client.connect(new StreamableHTTPClientTransport(new URL(url)));
  return client;
}

export async function v2(base, t) {
  for (const [name, path, mode] of [
    ['client v2, previous revision', '/toolerr', 'legacy'],
    ['client v2', '/toolerr/stateless', { pin: '2026-07-28' }],
  ]) {
    const client = await connect(base + path, mode);
    const { tools } = await client.listTools();
    await checkTools(name, tools, (tool, args) => client.callTool({ name: tool, arguments: args }), t);
    try {
      await client.readResource({ uri: 'test://nope' });
      t.ok(false, `${name}: an unknown resource is an error`);
    } catch (error) {
      t.ok(error instanceof ResourceNotFoundError, `${name}: an unknown resource is ${error}`);
    }
    await client.close();
    t.note(`${name}: ${tools.length} tools`);
  }

  const visitor = await connect(`${base}/toolerr/stateless`, { pin: '2026-07-28' }, { elicitation: { url: {} } });
  const requests = [];
  visitor.setRequestHandler('elicitation/create', (request) => {
    requests.push(request.params);
    return { action: 'decline' };
  });
  await visitor.callTool({ name: 'fail_auth_required', arguments: {} }).catch(() => {}); // the client repeats the call, which fails every time
  t.equal(requests[0]?.mode, 'url', 'client v2: a challenge asks the user');
  t.equal(requests[0]?.url, 'https://example.com/link', 'client v2: the URL of a challenge');
  await visitor.close();
}
