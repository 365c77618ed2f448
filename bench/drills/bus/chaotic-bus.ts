import { setTimeout as pause } from 'node:timers/promises';
import type { Bus, BusBatch, Subscribe } from '@waystory/infra/bus/port.ts';

/** Part of the batches that come twice. */
const twice = 0.1;
/** Part of the batches before which an older one comes again. */
const older = 0.2;
/** Longest that a batch is held back while other partitions go on, milliseconds. */
const longestDelayMs = 20;
/** Batches of a partition that may come again. */
const remembered = 40;
/** Most events of a batch; it is cut to less at random. */
const largest = 60;

/** What was done to the deliveries. */
export interface Chaos {
  batches: number;
  duplicated: number;
  older: number;
  events: number;
}

/**
 * A bus that delivers worse than its contract allows the real one under it: batches cut at random, some of them twice, older ones again,
 * and each partition late by a time of its own, so that partitions come in another order.
 */
export function chaoticBus(bus: Bus, chaos: Chaos): Bus {
  return { ...bus, subscribe: (options) => bus.subscribe({ ...options, handle: chaotic(options, chaos) }) };
}

function chaotic({ handle }: Subscribe, chaos: Chaos): Subscribe['handle'] {
  const history = new Map<string, BusBatch[]>();
  const deliver = (batch: BusBatch): Promise<void> => {
    chaos.batches += 1;
    chaos.events += batch.records.length;
    return handle(batch);
  };
  return async (whole) => {
    const past = history.get(whole.partition) ?? [];
    history.set(whole.partition, past);
    for (const batch of cut(whole)) {
      await pause(Math.random() * longestDelayMs);
      const again = past[Math.floor(Math.random() * past.length)];
      if (again && Math.random() < older) {
        chaos.older += 1;
        await deliver(again);
      }
      await deliver(batch);
      if (Math.random() < twice) {
        chaos.duplicated += 1;
        await deliver(batch);
      }
      if (batch.records.length > 0 && past.push(batch) > remembered) past.shift();
    }
  };
}

/** The same events in several batches. What lies between two of them belongs to the later. */
function cut({ partition, records, to, watermark }: BusBatch): BusBatch[] {
  const batches: BusBatch[] = [];
  let rest = records;
  for (;;) {
    const size = 1 + Math.floor(Math.random() * largest);
    if (rest.length <= size) return [...batches, { partition, records: rest, to, watermark }];
    const part = rest.slice(0, size);
    rest = rest.slice(size);
    const end = part.at(-1)?.offset ?? to;
    batches.push({ partition, records: part, to: end, watermark: Math.min(end, watermark) });
  }
}
