// A server of the TypeScript SDK v1: node v1.mjs zod/v3|zod/v4
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { inputs } from './zod.mjs';

const { z } = await import(process.argv[2]);
const server = new McpServer({ name: 'texts', version: '1' });
for (const [name, inputSchema] of Object.entries(inputs(z))) {
  server.registerTool(name, { inputSchema }, () => ({ content: [] }));
}
await server.connect(new StdioServerTransport());
