// The response that a client gets for each kind: always a result, for a tool ran.

export const key = 'io.github.toolerr/error';

// checkTools calls all failing tools with a client: call is (name, arguments) => result.
export async function checkTools(client, tools, call, t) {
  const names = tools.map((tool) => tool.name).filter((name) => name.startsWith('fail_'));
  t.ok(names.length > 60, `${client}: lists ${names.length} failing tools`);
  for (const name of names) {
    const kind = { fail_plain: 'internal', fail_panic: 'internal', fail_nan: 'output_invalid', fail_input: 'invalid_input' }[name] ?? name.replace(/^fail_(typed_)?/, '');
    const where = `${client}: ${name}`;
    let got;
    try {
      const args = name === 'fail_input' ? { times: 'canary' } : {};
      got = { result: await call(name, args) };
    } catch (error) {
      got = { error };
    }
    t.ok(!JSON.stringify(got.result ?? { ...got.error, message: got.error?.message }).includes('canary'), `${where}: nothing leaks`);
    if (!got.result) {
      t.ok(false, `${where}: threw ${got.error}`);
      continue;
    }
    const { result } = got;
    t.equal(result.isError, true, `${where}: isError`);
    t.equal(result.content[0]?.type, 'text', `${where}: the first block is text`);
    t.equal(result.structuredContent, undefined, `${where}: no structured content`);
    t.equal(result._meta?.[key]?.kind, kind, `${where}: _meta has the kind`);
    const text = result.content[0]?.text ?? '';
    if (name === 'fail_input') {
      t.equal(result._meta[key].fields[0].path, '/times', `${where}: the field`);
      t.ok(text.includes('times: '), `${where}: the text has the field`);
    } else if (/^fail_(typed_)?/.test(name) && !['fail_plain', 'fail_panic', 'fail_nan'].includes(name)) {
      t.ok(text.startsWith(`What happened: ${kind}.`), `${where}: the text has the message: ${text}`);
      t.ok(text.includes('What to do.') && text.includes('Try again in 1.5 seconds.'), `${where}: the text has the hint: ${text}`);
      t.equal(result._meta[key].code, 'bell_code', `${where}: the code`);
      t.equal(result._meta[key].retry_after_ms, 1500, `${where}: the delay`);
    }
    if (kind === 'auth_required') t.ok(text.includes('https://example.com/link'), `${where}: the text has the URL`);
  }
}
