import type { Principal } from '@waystory/infra/identity/principal.ts';
import { createPool } from '@waystory/infra/postgres/pool.ts';
import { physicalName } from '@waystory/infra/projection-store/port.ts';
import { postgresProjectionStore } from '@waystory/infra/projection-store/postgres.ts';
import { allOf, type Filter } from '@waystory/proto/kit/filter.ts';
import { totalCap, writeCursor } from '@waystory/proto/kit/list.ts';
import { authors } from '@waystory/services/itineraries/author/authors.projection.ts';
import { countries } from '@waystory/services/itineraries/country/countries.projection.ts';
import { itineraries } from '@waystory/services/itineraries/itinerary/stories.projection.ts';
import Fastify from 'fastify';
import type pg from 'pg';
import { serveUntilDisconnected, workerSettings } from '../harness/worker.ts';

interface ReferenceSettings {
  database: pg.PoolConfig;
  /** Account id of the signed-in user. */
  accountId: string;
  /** Response of the hot route, base64. */
  bytes: string;
  port: number;
}

const { database, accountId, bytes, port } = workerSettings<ReferenceSettings>();
const answer = Buffer.from(bytes, 'base64');
const pool = createPool(database, { max: 16 });
const store = postgresProjectionStore(pool);
const versions = await store.activeVersions();
const nameOf = (collection: string, projection: string): string => physicalName(collection, versions[projection] ?? 0);
const principal: Principal = { accountId, roles: [] };

const limit = 25;
const sort = [{ field: 'createdAt', direction: -1 as const }];
const byIds = (values: string[]): Filter => ({ op: 'in', field: 'id', values });

/** Page of cards from the same queries as the product, and nothing else. */
async function findCards(leastLikes: number): Promise<string> {
  const filter = allOf(itineraries.visibleTo(principal, 'listed'), { op: 'gte', field: 'likeCount', value: leastLikes });
  const name = nameOf('itineraries', 'stories');
  const docs = await store.find(name, { filter, sort, limit: limit + 1, offset: 0 });
  const items = docs.slice(0, limit);
  const total = docs.length > limit ? await store.count(name, { filter }, totalCap + 1) : items.length;
  const people = [...new Set(items.map((item) => String(item.accountId)))];
  const lands = [...new Set(items.flatMap(({ countryIds }) => (Array.isArray(countryIds) ? countryIds.map(String) : [])))];
  const [authorDocs, countryDocs] = await Promise.all([
    store.find(nameOf('authors', 'authors'), {
      filter: allOf(authors.visibleTo(principal, 'linked'), byIds(people)),
      sort: [],
      limit: people.length,
    }),
    store.find(nameOf('countries', 'countries'), {
      filter: allOf(countries.visibleTo(principal, 'linked'), byIds(lands)),
      sort: [],
      limit: lands.length,
    }),
  ]);
  const author = new Map(authorDocs.map((doc) => [doc.id, doc]));
  const country = new Map(countryDocs.map((doc) => [doc.id, doc]));
  const cards = items.map(({ id, title, imageUrl, likeCount, daysCount, stopsCount, accountId: by, countryIds }) => ({
    id,
    title,
    imageUrl,
    // The seeded world has no uploaded covers.
    image: null,
    likeCount,
    daysCount,
    stopsCount,
    accountUserName: author.get(by)?.userName ?? null,
    countryImageUrl: country.get(Array.isArray(countryIds) ? countryIds[0] : '')?.imageUrl ?? null,
  }));
  const last = items.at(-1);
  const next = docs.length > limit && last ? { next: writeCursor(sort, { values: [last.createdAt], id: String(last.id) }) } : {};
  return JSON.stringify({ items: cards, total, page: 1, limit, ...next });
}

const app = Fastify();
const type = 'application/json; charset=utf-8';
app.get('/hot', (_, reply) => reply.type(type).send(answer));
app.get<{ Querystring: { leastLikes: string } }>('/cold', async ({ query }, reply) =>
  reply.type(type).send(await findCards(Number(query.leastLikes))),
);
await app.listen({ port, host: '127.0.0.1' });
serveUntilDisconnected(async () => {
  await app.close();
  await store.close();
  await pool.end();
});
