// Checks the OpenAPI documents that the module generates with the linter of Redocly: structure, references, examples.
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { createConfig, lintFromString } from '@redocly/openapi-core';

const documents = ['../adapters/nethttp/api/testdata/openapi.json', '../cmd/toolerr/internal/demo/testdata/openapi.json'];

export async function openapi(base, t) {
  const config = await createConfig({ extends: ['recommended'], rules: { 'info-license': 'off' } });
  for (const path of documents) {
    const absoluteRef = fileURLToPath(new URL(path, import.meta.url));
    const source = await readFile(absoluteRef, 'utf8');
    const problems = await lintFromString({ source, absoluteRef, config });
    t.equal(problems.map(({ message, location }) => `${location[0]?.pointer}: ${message}`), [], path);

    const broken = JSON.parse(source);
    delete broken.components.schemas.Kind;
    const found = await lintFromString({ source: JSON.stringify(broken), absoluteRef, config });
    t.ok(found.length > 0, `${path}: a missing schema is not found`);
  }
}
