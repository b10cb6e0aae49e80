// A server of the TypeScript SDK v1, with zod.
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { inputs } from './inputs.mjs';
import { addTools } from './mcp.mjs';

const server = new McpServer({ name: 'shop', version: '1' });
addTools(server, inputs);
await server.connect(new StdioServerTransport());
