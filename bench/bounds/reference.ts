import { createPool } from '@waystory/infra/postgres/pool.ts';
import { totalCap, writeCursor } from '@waystory/proto/kit/list.ts';
import Fastify from 'fastify';
import type pg from 'pg';
import { answerQuestions } from '../harness/worker.ts';
import { limit, type NamedBox } from './boxes.ts';
import { byHand, type Tables } from './by-hand.ts';

export interface ReferenceSettings {
  database: pg.PoolConfig;
  tables: Tables;
  authors: string;
  port: number;
}

interface Item {
  id: string;
  likeCount: number;
  accountId: string;
  createdAt: string;
}

// The one argument is what the bench passes.
const { database, tables, authors, port } = JSON.parse(process.argv[2] ?? '{}') as ReferenceSettings;
const pool = createPool(database, { max: 4 });
const sort = [
  { field: 'likeCount', direction: -1 as const },
  { field: 'createdAt', direction: -1 as const },
];

async function answer(box: NamedBox, page: number): Promise<string> {
  const { text, values } = byHand(tables, box, page);
  const { rows } = await pool.query<{ total: number; items: Item[] | null }>({ name: `${box.name} ${box.west <= box.east}`, text, values });
  const found = rows[0]?.items ?? [];
  const items = found.slice(0, limit);
  const people = await pool.query<{ id: string; name: string | null }>({
    name: 'people',
    text: `select id, body::jsonb ->> 'userName' as name from ${authors} where id = any($1::text[])`,
    values: [items.map(({ accountId }) => accountId)],
  });
  const names = new Map(people.rows.map(({ id, name }) => [id, name]));
  const total = rows[0]?.total ?? 0;
  const last = items.at(-1);
  const next = found.length > limit && last ? { next: writeCursor(sort, { values: [last.likeCount, last.createdAt], id: last.id }) } : {};
  const cards = items.map(({ accountId, createdAt: _, ...card }) => ({
    ...card,
    accountUserName: names.get(accountId) ?? null,
    countryImageUrl: null,
  }));
  const capped = total > totalCap ? { totalCapped: true } : {};
  return JSON.stringify({ items: cards, total: Math.min(total, totalCap), ...capped, page, limit, ...next });
}

type Corners = Record<'southWestLat' | 'southWestLng' | 'northEastLat' | 'northEastLng' | 'page', string>;

const app = Fastify();
app.get<{ Querystring: Corners; Params: { name: NamedBox['name'] } }>('/:name', async ({ query, params: { name } }, reply) => {
  const box = {
    name,
    south: Number(query.southWestLat),
    west: Number(query.southWestLng),
    north: Number(query.northEastLat),
    east: Number(query.northEastLng),
  };
  return reply.type('application/json; charset=utf-8').send(await answer(box, Number(query.page)));
});
await app.listen({ port, host: '127.0.0.1' });
answerQuestions(
  async () => 'listening',
  async () => {
    await app.close();
    await pool.end();
  },
);
