import { createWorkQueue, type QueueLimits, type WorkQueue } from '@waystory/infra/work-queue.ts';

/** Work of which each caller has so many places, and all together so many. */
export interface PagePlaces {
  /** @throws what either queue refuses with */
  run<T>(caller: string, work: () => Promise<T>): Promise<T>;
}

/** A caller's queue is remembered for as long as anything of it is under way. */
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
