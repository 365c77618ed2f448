import { randomUUID } from 'node:crypto';
import { createPool } from '@waystory/infra/postgres/pool.ts';
import Fastify from 'fastify';
import type pg from 'pg';
import { serveUntilDisconnected, workerSettings } from '../harness/worker.ts';

const insert = `insert into events (id, stream, version, type, schema, data, meta, created_at) values ($1, $2, 1, 'ItineraryCreated', 1, $3, $4, now())`;

const { database, port } = workerSettings<{ database: pg.PoolConfig; port: number }>();
const pool = createPool(database, { max: 16 });
const app = Fastify();
// The shortest POST that stores an event: no rule, no access check, no read model.
app.post('/', async (request, reply) => {
  const id = randomUUID();
  await pool.query({ name: 'insert', text: insert, values: [randomUUID(), `itinerary-${id}`, JSON.stringify(request.body), '{}'] });
  return reply.code(201).send({ id, ...(request.body as object) }); // JSON of the benchmark
});
await app.listen({ port, host: '127.0.0.1' });
serveUntilDisconnected(async () => {
  await app.close();
  await pool.end();
});
