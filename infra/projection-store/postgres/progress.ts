import { type CheckpointWrite, storedTogether } from '../checkpoint-writes.ts';
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

/** State that a new listener needs. */
export async function knownProgress(run: Run): Promise<Known> {
  const text = 'select projection, partition, "offset"::float8, watermark::float8 from projections.checkpoint';
  const rows = await run<Known['checkpoints'][number]>({ text, values: [] });
  return { checkpoints: rows, active: Object.keys(await activeVersions(run)) };
}

const storeText = `with given as (
    select * from unnest($1::text[], $2::text[], $3::bigint[], $4::bigint[], $5::boolean[]) as g(projection, partition, "offset", watermark, forward)
  ), saved as (
    insert into projections.checkpoint as c (projection, partition, "offset", watermark)
    select projection, partition, "offset", watermark from given order by projection, partition
    on conflict (projection, partition) do update set
      "offset" = case when (select forward from given g where g.projection = c.projection and g.partition = c.partition)
        then greatest(c."offset", excluded."offset") else excluded."offset" end,
      watermark = case when (select forward from given g where g.projection = c.projection and g.partition = c.partition)
        then greatest(c.watermark, excluded.watermark) else excluded.watermark end
  ) select pg_notify($6, change) from unnest($7::text[]) change`;

/** Stores checkpoints, several in one statement, and tells other processes. */
export const checkpointWriter = (run: Run): ((write: CheckpointWrite) => Promise<void>) =>
  storedTogether(async (asked) => {
    // A statement changes no row twice: the last one counts.
    const writes = [...new Map(asked.map((write) => [`${write.projection} ${write.partition}`, write])).values()];
    const columns = [
      writes.map(({ projection }) => projection),
      writes.map(({ partition }) => partition),
      writes.map(({ checkpoint }) => checkpoint.offset),
      writes.map(({ checkpoint }) => checkpoint.watermark),
      writes.map(({ forward }) => forward),
    ];
    const changes = writes.map(({ projection, partition, checkpoint: { watermark }, changed }) =>
      JSON.stringify({ projection, partition, watermark, changed }),
    );
    await run({ text: storeText, values: [...columns, changesChannel, changes] });
  });
