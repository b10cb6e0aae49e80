// A server of the TypeScript SDK v2: node v2.mjs zod|ajv
import { McpServer, fromJsonSchema } from '@modelcontextprotocol/server';
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import { z } from 'zod';
import { inputs } from './zod.mjs';

const schemas = inputs(z);
const server = new McpServer({ name: 'texts', version: '1' });
for (const [name, schema] of Object.entries(schemas)) {
  const inputSchema = process.argv[2] === 'ajv' ? fromJsonSchema(z.toJSONSchema(schema, { io: 'input' })) : schema;
  server.registerTool(name, { inputSchema }, () => ({ content: [] }));
}
await server.connect(new StdioServerTransport());
