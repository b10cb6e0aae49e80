// Bells with Fastify, whose schemas are also the OpenAPI document.
import Fastify from 'fastify';
import swagger from '@fastify/swagger';

const bells = new Map([[1, { id: 1, name: 'door', times: 1 }]]);
const id = { type: 'object', required: ['id'], properties: { id: { type: 'integer' } } };
const app = Fastify();
await app.register(swagger, { openapi: { openapi: '3.1.0', info: { title: 'Bells', version: '1' } } });
app.get('/openapi.json', { schema: { hide: true } }, () => app.swagger());
app.get('/bells', {
  schema: { querystring: { type: 'object', properties: { limit: { type: 'integer', minimum: 1, maximum: 100 } } } },
}, (request) => [...bells.values()].slice(0, request.query.limit));
app.post('/bells', {
  schema: {
    body: {
      type: 'object', required: ['name', 'times'],
      properties: { name: { type: 'string', minLength: 1 }, times: { type: 'integer', minimum: 1, maximum: 9 } },
    },
  },
}, (request, reply) => {
  const bell = { id: bells.size + 1, ...request.body };
  bells.set(bell.id, bell);
  return reply.code(201).send(bell);
});
app.get('/bells/:id', { schema: { params: id } }, (request, reply) => bells.get(request.params.id) ?? reply.callNotFound());
app.delete('/bells/:id', { schema: { params: id } }, (request, reply) =>
  (bells.delete(request.params.id) ? reply.code(204).send() : reply.callNotFound()));
await app.listen({ port: Number(process.env.PORT), host: '127.0.0.1' });
