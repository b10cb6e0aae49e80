// A server of the TypeScript SDK over standard input and output that fails as such servers do.
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';

const text = (text) => ({ content: [{ type: 'text', text }] });
const server = new McpServer({ name: 'bells', version: '1' });
server.registerTool('ring', { description: 'Rings' }, async () => text('ding'));
server.registerTool('throw', { description: 'Throws' }, async () => {
  throw new Error('connect ECONNREFUSED postgres://bells:canary@10.0.0.7:5432');
});
server.registerTool('print', { description: 'Prints to standard output' }, async () => {
  console.log('canary: loading bells ...');
  return text('ding');
});
server.registerTool('exit', { description: 'Ends the process' }, async () => process.exit(3));
server.registerTool('ask', { description: 'Asks the user' }, async () => {
  const { content } = await server.server.elicitInput({
    message: 'Which bell?',
    requestedSchema: { type: 'object', properties: { bell: { type: 'string' } }, required: ['bell'] },
  });
  return text(content.bell);
});
await server.connect(new StdioServerTransport());
