// Bells with Express: its defaults, and the checks that handlers usually have.
import express from 'express';

const bells = new Map([[1, { id: 1, name: 'door', times: 1 }]]);
const app = express();
app.use(express.json());
app.get('/bells', (req, res) => {
  const limit = req.query.limit === undefined ? 100 : Number(req.query.limit);
  if (!Number.isInteger(limit) || limit < 1 || limit > 100) return res.status(400).json({ error: 'limit must be a number from 1 to 100' });
  res.json([...bells.values()].slice(0, limit));
});
app.post('/bells', (req, res) => {
  const { name, times } = req.body;
  if (!name) return res.status(400).json({ error: 'name is required' });
  if (!Number.isInteger(times) || times < 1 || times > 9) return res.status(400).json({ error: 'times must be a number from 1 to 9' });
  const bell = { id: bells.size + 1, name, times };
  bells.set(bell.id, bell);
  res.status(201).json(bell);
});
app.get('/bells/:id', (req, res) => {
  const bell = bells.get(Number(req.params.id));
  if (!bell) return res.status(404).json({ error: 'Bell not found' });
  res.json(bell);
});
app.delete('/bells/:id', (req, res) => res.sendStatus(bells.delete(Number(req.params.id)) ? 204 : 404));
app.listen(process.env.PORT, '127.0.0.1');
