// A server of the TypeScript SDK v2: node v2.mjs zod|ajv
// With ajv the inputs are the JSON Schemas of the table.
import { readFile } from 'node:fs/promises';
import { McpServer, fromJsonSchema } from '@modelcontextprotocol/server';
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import { inputs } from './inputs.mjs';
import { addTools } from './mcp.mjs';

const { tools } = JSON.parse(await readFile(new URL('../table.json', import.meta.url)));
const schemas = Object.fromEntries(tools.map(({ name, schema }) => [name, fromJsonSchema(schema)]));
const server = new McpServer({ name: 'shop', version: '1' });
addTools(server, process.argv[2] === 'ajv' ? schemas : inputs);
await server.connect(new StdioServerTransport());
