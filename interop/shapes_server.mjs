// A server of the TypeScript SDK over standard input and output whose tools change something, but for peek. Each writes its
// executions to a file: node shapes_server.mjs zod/v3|zod/v4 FILE
import { appendFileSync } from 'node:fs';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';

const [version, file] = process.argv.slice(2);
const { z } = await import(version);
const server = new McpServer({ name: 'shapes', version: '1' });
const shapes = {
  kill: { inputSchema: { pid: z.number().int(), signal: z.string().optional() } },
  restart: { inputSchema: { force: z.boolean().optional() } },
  set_level: { inputSchema: { level: z.enum(['low', 'high']) } },
  move: { inputSchema: { to: z.object({ place: z.string(), room: z.number().max(9).optional() }) } },
  purge: { inputSchema: z.object({}).strict() },
  wipe: {},
  stop: { inputSchema: { pid: z.number().int().default(1) } },
  delete_repository: { inputSchema: { name: z.string() }, annotations: { destructiveHint: true } },
  peek: { inputSchema: { bell: z.string() }, annotations: { readOnlyHint: true } },
};
for (const [name, config] of Object.entries(shapes)) {
  const run = (input) => {
    appendFileSync(file, `${JSON.stringify({ tool: name, input })}\n`);
    return { content: [{ type: 'text', text: 'done' }] };
  };
  server.registerTool(name, config, config.inputSchema ? run : () => run({}));
}
await server.connect(new StdioServerTransport());
