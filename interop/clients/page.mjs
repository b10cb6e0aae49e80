// page returns docs/clients.md: what a model sees of each failure.

// judge compares what a model sees with the text that the server wrote for it.
function judge(text, seen) {
  if (seen === undefined) return '';
  const flat = (s) => s.replace(/\\n/g, '\n').replace(/\\"/g, '"').replace(/\s+/g, ' ').trim();
  const [want, got] = [flat(text.replace(/^throws (MCP error -\d+: )?/, '')), flat(seen)];
  if (got === want) return 'text';
  if (!got.includes(want)) return 'hidden';
  if (/^throws /.test(seen)) return 'throws';
  return 'text +';
}

export function page(clients, failures, table) {
  const ids = clients.map((c) => c.title);
  const rows = failures.map(({ name }) => {
    const [first] = table.values();
    const text = first[name];
    const cells = clients.map((c) => judge(text, table.get(c)?.[name]));
    return `| ${name} | ${cells.join(' | ')} |`;
  });
  return `# What models see

Does the model read what your server wrote? ${failures.length} failures of a server with the middleware of \`adapters/mcp\`, called by clients and agent frameworks
with a scripted model. \`interop/clients/golden\` has the exact texts; \`make interop\` compares them, and \`bash interop/run all -update\` writes
this page.

- **text**: the model reads your text, and nothing else;
- **text +**: the model reads your text and more, such as the JSON of the result with its \`_meta\`;
- **throws**: the program gets an exception with your text, and decides what the model reads;
- **hidden**: the model reads a text of the framework instead: LangChain and Mastra check arguments before the call, and OpenAI
  Agents hides JSON-RPC errors.

| failure | ${ids.join(' | ')} |
|---|${ids.map(() => '---').join('|')}|
${rows.join('\n')}

The packages:
${clients.map((c) => `\`${c.package.name}\` ${c.package.version}`).join(',\n')}.
`;
}
