// Calls the failing tools with each client and compares what a model sees with the golden files: node check.mjs URL [-update]
// With -update it writes the golden files and its tables in docs/clients.md.
import { readFile, writeFile } from 'node:fs/promises';
import { clients } from './clients.mjs';
import { failures } from './failures.mjs';
import { page } from './page.mjs';

const [url, flag] = process.argv.slice(2);
const update = flag === '-update';
const only = process.env.CLIENTS?.split(',');
const golden = (client) => new URL(`golden/${client.id}.txt`, import.meta.url);
const docs = new URL('../../docs/clients.md', import.meta.url);
const { log, error: report } = console;
let failed = 0;
const fail = (message) => {
  failed++;
  report(`FAIL ${message}`);
};

// visible replaces characters that an editor does not show.
const visible = (text) => text.replace(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2066-\u2069]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`);

// shorten keeps the start and the end of a long text.
const shorten = (text) => (text.length <= 2000 ? text : `${text.slice(0, 300)}\n(${text.length - 500} characters)\n${text.slice(-200)}`);

for (const name of ['debug', 'info', 'warn', 'error', 'log']) console[name] = () => {}; // of the frameworks
const table = new Map();
for (const client of clients) {
  if (only && !only.includes(client.id)) continue;
  const start = Date.now();
  let texts = '';
  const seen = {};
  try {
    const opened = await client.open(url);
    for (const { name, tool, args } of failures) {
      seen[name] = await opened.see(tool, args);
      if (seen[name].includes('canary')) fail(`${client.id}: ${name}: private text: ${seen[name]}`);
      texts += `== ${name}\n${visible(shorten(seen[name])).trimEnd()}\n\n`;
    }
    await opened.close();
  } catch (error) {
    fail(`${client.id}: ${error.stack}`);
    continue;
  }
  table.set(client, seen);
  if (update) await writeFile(golden(client), texts);
  else if (texts !== (await readFile(golden(client), 'utf8').catch(() => ''))) {
    const want = (await readFile(golden(client), 'utf8').catch(() => '')).split('\n');
    const at = texts.split('\n').findIndex((line, i) => line !== want[i]);
    fail(`${client.id}: line ${at + 1}: got ${texts.split('\n')[at]}, want ${want[at]}`);
  }
  log(`${client.title}: ${failures.length} failures in ${((Date.now() - start) / 1000).toFixed(1)} s`);
}
if (!only) {
  const before = await readFile(docs, 'utf8');
  const text = page(clients, failures, table) + before.slice(before.indexOf('\n## Python clients')); // of python/ and ../behind
  if (update) await writeFile(docs, text);
  else if (text !== before) fail('docs/clients.md is not up to date');
}
process.exit(failed === 0 ? 0 : 1);
