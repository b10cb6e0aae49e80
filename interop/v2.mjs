// The TypeScript SDK v2 as a client, of the newest revision and of the one before. It throws away
// results that do not say what the revision wants.
import { Client, ResourceNotFoundError, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { checkTools } from './kinds.mjs';

async function connect(url, mode, capabilities = {}) {
  const client = new Client({ name: 'interop', version: '1' }, { capabilities, versionNegotiation: { mode } });
  await client.connect(new StreamableHTTPClientTransport(new URL(url)));
  return client;
}

export async function v2(base, t) {
  for (const [who, path, mode] of [
    ['client v2, older revision', '/ours', 'legacy'],
    ['client v2', '/ours/now', { pin: '2026-07-28' }],
  ]) {
    const client = await connect(base + path, mode);
    const { tools } = await client.listTools();
    await checkTools(who, tools, (name, args) => client.callTool({ name, arguments: args }), (error) => error.code, t);
    try {
      await client.readResource({ uri: 'test://nope' });
      t.ok(false, `${who}: an unknown resource is an error`);
    } catch (error) {
      t.ok(error instanceof ResourceNotFoundError, `${who}: an unknown resource is ${error}`);
    }
    await client.close();
    t.note(`${who}: ${tools.length} tools`);
  }

  const visitor = await connect(`${base}/ours/now`, { pin: '2026-07-28' }, { elicitation: { url: {} } });
  const asked = [];
  visitor.setRequestHandler('elicitation/create', (request) => {
    asked.push(request.params);
    return { action: 'decline' };
  });
  await visitor.callTool({ name: 'fail_auth_required', arguments: {} }).catch(() => {}); // it asks again and again, for the tool fails again and again
  t.equal(asked[0]?.mode, 'url', 'client v2: a challenge asks the user');
  t.equal(asked[0]?.url, 'https://example.com/link', 'client v2: the URL of a challenge');
  await visitor.close();
}
