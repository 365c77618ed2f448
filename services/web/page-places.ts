import { createWorkQueue, type QueueLimits, type WorkQueue } from '@waystory/infra/work-queue.ts';

/** Bounded queue with a limit per caller and one for all. */
export interface PagePlaces {
  /** @throws Error of the full queue. */
  run<T>(caller: string, work: () => Promise<T>): Promise<T>;
}

/** A caller's queue exists while it has work. */
export function createPagePlaces(together: QueueLimits, each: QueueLimits): PagePlaces {
  const all = createWorkQueue(together);
  const callers = new Map<string, { queue: WorkQueue; underWay: number }>();
  return {
    async run(caller, work) {
      const own = callers.get(caller) ?? { queue: createWorkQueue(each), underWay: 0 };
      callers.set(caller, own);
      own.underWay += 1;
      try {
        return await own.queue.run(caller, () => all.run(caller, work));
      } finally {
        own.underWay -= 1;
        if (own.underWay === 0) callers.delete(caller);
      }
    },
  };
}
