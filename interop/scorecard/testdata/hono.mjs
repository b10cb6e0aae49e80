// Bells with Hono: its defaults, and the checks that handlers usually have.
import { serve } from '@hono/node-server';
import { Hono } from 'hono';

const bells = new Map([[1, { id: 1, name: 'door', times: 1 }]]);
const app = new Hono();
app.get('/bells', (c) => {
  const limit = Number(c.req.query('limit') ?? 100);
  if (!Number.isInteger(limit) || limit < 1 || limit > 100) return c.json({ message: 'limit must be an integer from 1 to 100' }, 400);
  return c.json([...bells.values()].slice(0, limit));
});
app.post('/bells', async (c) => {
  const { name, times } = await c.req.json();
  if (typeof name !== 'string' || name === '') return c.json({ message: 'name must be a text' }, 400);
  if (!Number.isInteger(times) || times < 1 || times > 9) return c.json({ message: 'times must be an integer from 1 to 9' }, 400);
  const bell = { id: bells.size + 1, name, times };
  bells.set(bell.id, bell);
  return c.json(bell, 201);
});
app.get('/bells/:id', (c) => {
  const bell = bells.get(Number(c.req.param('id')));
  return bell ? c.json(bell) : c.notFound();
});
app.delete('/bells/:id', (c) => (bells.delete(Number(c.req.param('id'))) ? c.body(null, 204) : c.notFound()));
serve({ fetch: app.fetch, port: Number(process.env.PORT), hostname: '127.0.0.1' });
