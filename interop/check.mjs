// Tests the server, the OpenAPI documents, and `toolerr proxy` with programs of other projects:
// node check.mjs http://127.0.0.1:PORT toolerr shapes
import { isDeepStrictEqual } from 'node:util';
import { conformance } from './conformance.mjs';
import { openapi } from './openapi.mjs';
import { shapes } from './shapes.mjs';
import { stdio } from './stdio.mjs';
import { toolerror } from './toolerror.mjs';
import { v1 } from './v1.mjs';
import { v2 } from './v2.mjs';

let checks = 0;
const failures = [];
const t = {
  ok(condition, message) {
    checks++;
    if (!condition) failures.push(message);
  },
  equal(got, want, message) {
    t.ok(isDeepStrictEqual(got, want), `${message}: got ${JSON.stringify(got)}, want ${JSON.stringify(want)}`);
  },
  note(message) {
    console.log(message);
  },
};

const [base, toolerr, mcpgo] = process.argv.slice(2);
for (const part of [v1, v2, toolerror, openapi, stdio, shapes, conformance]) {
  try {
    await part(base, t, toolerr, mcpgo);
  } catch (error) {
    t.ok(false, `${part.name}: ${error.stack}`);
  }
}
for (const failure of failures) console.error(`FAIL ${failure}`);
console.log(`${checks} checks, ${failures.length} failed`);
process.exit(failures.length === 0 ? 0 : 1);
