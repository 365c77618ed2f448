import { type CheckpointWrite, storedTogether } from '../checkpoint-writes.ts';
import { changesChannel } from './schema.ts';
import type { Run } from './statement.ts';

const text = `with given as (
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
    await run({ text, values: [...columns, changesChannel, changes] });
  });
