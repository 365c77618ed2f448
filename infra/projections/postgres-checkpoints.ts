import type { Checkpoint } from './port.ts';
import { changesChannel } from './postgres-schema.ts';
import type { Run } from './postgres-statement.ts';

export interface CheckpointWrite {
  projection: string;
  partition: string;
  checkpoint: Checkpoint;
  /** Leave a checkpoint that is further already as it is. */
  forward: boolean;
}

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

/**
 * Stores checkpoints and tells other processes. Consumers that a batch does not concern move on all at once, so what is asked for
 * in one turn of the event loop, or while others are being stored, becomes one statement.
 */
export function checkpointWriter(run: Run): (write: CheckpointWrite) => Promise<void> {
  let waiting: Map<string, CheckpointWrite> | null = null;
  let flushed: Promise<void> = Promise.resolve();
  const flush = async (before: Promise<void>): Promise<void> => {
    // Whoever asked for it is told why it failed.
    await before.catch(() => {});
    await new Promise(setImmediate);
    const writes = [...(waiting ?? new Map<string, CheckpointWrite>()).values()];
    waiting = null;
    const columns = [
      writes.map(({ projection }) => projection),
      writes.map(({ partition }) => partition),
      writes.map(({ checkpoint }) => checkpoint.offset),
      writes.map(({ checkpoint }) => checkpoint.watermark),
      writes.map(({ forward }) => forward),
    ];
    const changes = writes.map(({ projection, partition, checkpoint: { watermark } }) => JSON.stringify({ projection, partition, watermark }));
    await run({ text, values: [...columns, changesChannel, changes] });
  };
  return (write) => {
    if (!waiting) {
      waiting = new Map();
      flushed = flush(flushed);
    }
    waiting.set(`${write.projection} ${write.partition}`, write);
    return flushed;
  };
}
