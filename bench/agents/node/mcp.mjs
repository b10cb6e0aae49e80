// addTools adds the tools to a server of the SDK. inputs has the schemas of those that are repaired.
import { failing } from './inputs.mjs';
import { audit, order, report } from './shop.mjs';

const text = (value) => ({ content: [{ type: 'text', text: value }] });

export function addTools(server, inputs) {
  for (const [name, inputSchema] of Object.entries(inputs)) {
    server.registerTool(name, { inputSchema }, (input) => text(JSON.stringify(input)));
  }
  server.registerTool('place_order', { inputSchema: failing.place_order }, async ({ item }) => text(await order(item)));
  server.registerTool('read_report', { inputSchema: failing.read_report }, async (input) => text(await report(input.report)));
  server.registerTool('audit_ledger', { inputSchema: failing.audit_ledger }, async ({ step }) => text(await audit(step)));
}
