import { randomUUID } from 'node:crypto';
import { postgresEventStore } from '@waystory/infra/event-store/postgres.ts';
import { createPool } from '@waystory/infra/postgres/pool.ts';
import Fastify from 'fastify';
import type pg from 'pg';
import { answerQuestions } from '../harness/worker.ts';

export interface BarePostSettings {
  database: pg.PoolConfig;
  port: number;
}

const insert = `insert into events (id, stream, version, type, schema, data, meta, created_at) values ($1, $2, 1, 'ItineraryCreated', 1, $3, $4, now())`;

// The one argument is what the bench passes.
const { database, port } = JSON.parse(process.argv[2] ?? '{}') as BarePostSettings;
const pool = createPool(database, { max: 16 });
// The same table with the same indexes.
const store = postgresEventStore(pool);
await store.head();
const app = Fastify();
// A POST as short as it can be written: no rule, no right, no read model.
app.post('/', async (request, reply) => {
  const id = randomUUID();
  await pool.query({ name: 'insert', text: insert, values: [randomUUID(), `itinerary-${id}`, JSON.stringify(request.body), '{}'] });
  return reply.code(201).send({ id, ...(request.body as object) }); // JSON that the bench sends
});
await app.listen({ port, host: '127.0.0.1' });
answerQuestions(
  async () => 'listening',
  async () => {
    await app.close();
    await store.close();
    await pool.end();
  },
);
