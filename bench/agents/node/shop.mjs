// The functions of the tools, which call the services. They are those of somebody who does not think of failures: each
// error is thrown as it is.
import { readFile } from 'node:fs/promises';

const backend = process.env.BACKEND;

async function call(url, body) {
  const response = await fetch(url, {
    method: body ? 'POST' : 'GET',
    headers: { 'Content-Type': 'application/json' },
    body: body && JSON.stringify(body),
    signal: AbortSignal.timeout(500),
  });
  if (!response.ok) throw new Error(`service: ${response.status} ${response.statusText}`);
  return response.json();
}

// order places an order and sends a mail about it.
export async function order(item) {
  const placed = await call(`${backend}/internal/ledger-7f3a/orders`, { item });
  const { number } = placed.receipt;
  if (placed.mail) await call(placed.mail, { order: number });
  return `order ${number}`;
}

const refusals = {
  forbidden: 'You are not allowed to read this report.',
  missing: 'There is no report with this id.',
  month: 'The quota of this month is used up.',
  busy: 'Too many requests.',
};

// A Refusal is what the author of the tool says about a report that cannot be read. Its message has the delay, for servers that
// have no other place for it.
export class Refusal extends Error {
  constructor(state, seconds) {
    const days = Math.floor(seconds / 86400);
    super(refusals[state] + (days > 0 ? ` Try again in ${days} days.` : seconds > 0 ? ` Try again in ${seconds} seconds.` : ''));
    this.state = state;
    this.seconds = seconds;
    this.bare = refusals[state];
  }
}

// report reads a report, or throws a Refusal.
export async function report(id) {
  const { state, seconds = 0 } = await call(`${backend}/internal/reports-2e77/${id}`);
  if (state !== 'ok') throw new Refusal(state, seconds);
  return 'report';
}

// audit has bugs, and does not reach what it needs.
export async function audit(step) {
  switch (step) {
    case 'file':
      await readFile('/srv/vault-5d20/keys.json');
      break;
    case 'parse':
      await call(`${backend}/internal/ledger-7f3a/state`);
      break;
    case 'database':
      throw new Error('password authentication failed for user "ledger_rw_71ce"');
    case 'crash':
      throw new TypeError('no route to shard-6b0f');
  }
  return 'audited';
}
