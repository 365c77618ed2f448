import { createPool } from '@waystory/infra/postgres/pool.ts';
import pg from 'pg';
import { serveUntilDisconnected, workerSettings } from '../harness/worker.ts';

/** Index of the reference. */
export const referenceIndex = 'bare-stories';
/** Refresh interval of Elasticsearch, equal in both variants: new documents become searchable only at a refresh. */
const refreshInterval = '1s';
const batchSize = 500;

export interface ReferenceSettings {
  database: pg.PoolConfig;
  url: string;
}

interface Row {
  position: string;
  story: string;
  data: object;
}

/** The hops of the product in as few lines as possible: INSERT and NOTIFY, a read of the new rows, `_bulk`. */
async function serve({ database, url }: ReferenceSettings): Promise<void> {
  const pool = createPool(database, { max: 1 });
  await pool.query('create table log (position bigint generated always as identity primary key, story text not null, data jsonb not null)');
  const send = async (method: string, path: string, type: string, body: string): Promise<void> => {
    const response = await fetch(`${url}/${path}`, { method, headers: { 'content-type': type }, body });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    await response.arrayBuffer();
  };
  const settings = { number_of_shards: 1, auto_expand_replicas: '0-1', refresh_interval: refreshInterval };
  const mappings = { dynamic: false, properties: { id: { type: 'keyword' }, title: { type: 'text' } } };
  await send('PUT', referenceIndex, 'application/json', JSON.stringify({ settings, mappings }));

  let position = '0';
  const indexNew = async (): Promise<void> => {
    for (;;) {
      const text = `select position, story, data from log where position > $1 order by position limit ${batchSize}`;
      const { rows } = await pool.query<Row>({ name: 'read', text, values: [position] });
      const last = rows.at(-1);
      if (!last) return;
      const lines = rows.flatMap(({ story, data }) => [JSON.stringify({ index: { _id: story } }), JSON.stringify({ id: story, ...data })]);
      await send('POST', `${referenceIndex}/_bulk`, 'application/x-ndjson', `${lines.join('\n')}\n`);
      position = last.position;
    }
  };
  let [isIndexing, isNotified] = [false, false];
  const wake = async (): Promise<void> => {
    isNotified = true;
    if (isIndexing) return;
    isIndexing = true;
    while (isNotified) {
      isNotified = false;
      await indexNew();
    }
    isIndexing = false;
  };
  const listener = new pg.Client(database);
  await listener.connect();
  listener.on('notification', () => void wake());
  await listener.query('listen log');
  serveUntilDisconnected(async () => {
    await listener.end();
    await pool.end();
  });
}

if (import.meta.main) await serve(workerSettings());
