import { createPool } from '@waystory/infra/postgres/pool.ts';
import pg from 'pg';
import { answerQuestions } from '../harness/worker.ts';
import { bareIndex, refreshInterval } from './searchable-lag.ts';

export interface PipeSettings {
  database: pg.PoolConfig;
  url: string;
}

const most = 500;

// The one argument is what the bench passes.
const { database, url } = JSON.parse(process.argv[2] ?? '{}') as PipeSettings;
const pool = createPool(database, { max: 1 });
await pool.query('create table log (position bigint generated always as identity primary key, story text not null, data jsonb not null)');

async function send(method: string, path: string, type: string, body: string): Promise<void> {
  const response = await fetch(`${url}/${path}`, { method, headers: { 'content-type': type }, body });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  await response.arrayBuffer();
}

await send(
  'PUT',
  bareIndex,
  'application/json',
  JSON.stringify({
    settings: { number_of_shards: 1, auto_expand_replicas: '0-1', refresh_interval: refreshInterval },
    mappings: { dynamic: false, properties: { id: { type: 'keyword' }, title: { type: 'text' } } },
  }),
);

interface Row {
  position: string;
  story: string;
  data: object;
}

let after = '0';

/** Reads what is new and writes it into the index, as long as there is something. */
async function carry(): Promise<void> {
  for (;;) {
    const text = `select position, story, data from log where position > $1 order by position limit ${most}`;
    const { rows } = await pool.query<Row>({ name: 'read', text, values: [after] });
    const last = rows.at(-1);
    if (!last) return;
    const lines = rows.flatMap(({ story, data }) => [JSON.stringify({ index: { _id: story } }), JSON.stringify({ id: story, ...data })]);
    await send('POST', `${bareIndex}/_bulk`, 'application/x-ndjson', `${lines.join('\n')}\n`);
    after = last.position;
  }
}

let [carrying, again] = [false, false];
async function wake(): Promise<void> {
  again = true;
  if (carrying) return;
  carrying = true;
  while (again) {
    again = false;
    await carry();
  }
  carrying = false;
}

const listener = new pg.Client(database);
await listener.connect();
listener.on('notification', () => void wake());
await listener.query('listen log');

answerQuestions(
  async () => 'listening',
  async () => {
    await listener.end();
    await pool.end();
  },
);
