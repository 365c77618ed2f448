import type { Checkpoint } from '../port.ts';
import type { Known } from './changes.ts';
import { changesChannel } from './schema.ts';
import type { Run } from './statement.ts';

export async function checkpoints(run: Run, projection: string): Promise<Record<string, Checkpoint>> {
  const text = `select partition, "offset"::float8, watermark::float8 from projections.checkpoint where projection = $1`;
  const rows = await run<Checkpoint & { partition: string }>({ text, values: [projection] });
  return Object.fromEntries(rows.map(({ partition, offset, watermark }) => [partition, { offset, watermark }]));
}

export async function activeVersions(run: Run): Promise<Record<string, number>> {
  const rows = await run<{ projection: string; version: number }>({
    text: 'select projection, version::float8 from projections.active_version',
    values: [],
  });
  return Object.fromEntries(rows.map(({ projection, version }) => [projection, version]));
}

export async function activate(run: Run, projection: string, version: number): Promise<void> {
  const text = `with active as (insert into projections.active_version (projection, version) values ($1, $2)
      on conflict (projection) do update set version = excluded.version)
    select pg_notify($3, $4)`;
  await analyzeNew(run);
  await run({ text, values: [projection, version, changesChannel, JSON.stringify({ projection })] });
}

/** Readers arrive at once; without statistics, which otherwise come a minute later, their first plans would be guesses. */
async function analyzeNew(run: Run): Promise<void> {
  const text = `select format('analyze %I.%I', nspname, relname) as analyze from pg_class c join pg_namespace n on n.oid = relnamespace
    where nspname = 'projections' and relkind = 'r' and relname like '%@%' and reltuples < 0`;
  for (const { analyze } of await run<{ analyze: string }>({ text, values: [] })) await run({ text: analyze, values: [] });
}

/** What a process that begins to listen must know. */
export async function knownProgress(run: Run): Promise<Known> {
  const text = 'select projection, partition, "offset"::float8, watermark::float8 from projections.checkpoint';
  const rows = await run<Known['checkpoints'][number]>({ text, values: [] });
  return { checkpoints: rows, active: Object.keys(await activeVersions(run)) };
}
