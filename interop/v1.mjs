// The TypeScript SDK v1 as a client. After listing the tools, it validates structured content, also of errors.
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { UrlElicitationRequiredError } from '@modelcontextprotocol/sdk/types.js';
import { checkTools } from './kinds.mjs';

async function connect(url, capabilities) {
  const client = new Client({ name: 'interop', version: '1' }, { capabilities });
  await client.connect(new StreamableHTTPClientTransport(new URL(url)));
  return client;
}

export async function v1(base, t) {
  const client = await connect(`${base}/toolerr`, {});
  const { tools } = await client.listTools();
  await checkTools('sdk v1', tools, (name, args) => client.callTool({ name, arguments: args }), t);

  try {
    await client.callTool({ name: 'nope', arguments: {} });
    t.ok(false, 'sdk v1: an unknown tool is an error');
  } catch (error) {
    t.equal(error.code, -32602, 'sdk v1: an unknown tool');
  }
  try {
    await client.readResource({ uri: 'test://nope' });
    t.ok(false, 'sdk v1: an unknown resource is an error');
  } catch (error) {
    t.equal(error.code, -32002, 'sdk v1: an unknown resource');
    t.equal(error.data?.uri, 'test://nope', 'sdk v1: the URI of an unknown resource');
  }
  await client.close();

  const visitor = await connect(`${base}/toolerr`, { elicitation: { url: {} } });
  try {
    await visitor.callTool({ name: 'fail_auth_required', arguments: {} });
    t.ok(false, 'sdk v1: a challenge is an error for a client with URL elicitation');
  } catch (error) {
    t.ok(error instanceof UrlElicitationRequiredError, `sdk v1: a challenge is ${error}`);
    t.equal(error.elicitations?.[0]?.url, 'https://example.com/link', 'sdk v1: the URL of a challenge');
    t.equal(error.elicitations?.[0]?.elicitationId, 'link', 'sdk v1: the id of a challenge');
  }
  await visitor.close();
  t.note(`sdk v1: ${tools.length} tools`);
}
