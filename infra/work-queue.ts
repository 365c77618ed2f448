/** Waits for something without holding a place meanwhile. */
export type Aside = <T>(wait: () => Promise<T>) => Promise<T>;

/** Work of which only so much is done at once, and which callers share. */
export interface WorkQueue {
  /**
   * @param caller whose work it is: callers take turns, and when too much waits the one with most of it is refused
   * @throws what the queue refuses with, at once, or when others with less have come
   */
  run<T>(caller: string, work: (aside: Aside) => Promise<T>): Promise<T>;
}

export interface QueueLimits {
  /** How much is done at once. */
  atOnce: number;
  /** How much may wait for its turn. */
  waiting: number;
  /** Error for work beyond the limit. */
  refusal: () => Error;
}

interface Waiter {
  begin(): void;
  refuse(error: Error): void;
}

export function createWorkQueue({ atOnce, waiting, refusal }: QueueLimits): WorkQueue {
  /** Waiting work of each caller in order; callers take turns. */
  const queues = new Map<string, Waiter[]>();
  let [running, waits] = [0, 0];

  /** Makes room by refusing the newest of the caller who has most; false when nobody has more than this caller would have. */
  function displace(caller: string): boolean {
    const own = (queues.get(caller)?.length ?? 0) + 1;
    let longest: Waiter[] = [];
    for (const queue of queues.values()) if (queue.length > longest.length) longest = queue;
    if (longest.length <= own) return false;
    waits -= 1;
    longest.pop()?.refuse(refusal());
    return true;
  }

  async function takePlace(caller: string): Promise<void> {
    if (running < atOnce) {
      running += 1;
      return;
    }
    if (waits >= waiting && !displace(caller)) throw refusal();
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const queue = queues.get(caller) ?? [];
    queue.push({ begin: resolve, refuse: reject });
    queues.set(caller, queue);
    waits += 1;
    // A place that is left is handed over, so `running` stays as it is.
    await promise;
  }

  function leavePlace(): void {
    const [turn] = queues;
    if (!turn) {
      running -= 1;
      return;
    }
    const [caller, queue] = turn;
    const next = queue.shift();
    // The next turn of this caller comes after those of all others.
    queues.delete(caller);
    if (queue.length > 0) queues.set(caller, queue);
    waits -= 1;
    next?.begin();
  }

  return {
    async run(caller, work) {
      await takePlace(caller);
      let [holds, isOver, aside] = [true, false, 0];
      const waitAside: Aside = async (wait) => {
        aside += 1;
        if (holds) leavePlace();
        holds = false;
        try {
          return await wait();
        } finally {
          aside -= 1;
          // The last waiting part takes the free place.
          if (aside === 0 && !isOver) {
            await takePlace(caller);
            if (isOver) leavePlace();
            else holds = true;
          }
        }
      };
      try {
        return await work(waitAside);
      } finally {
        isOver = true;
        if (holds) leavePlace();
      }
    },
  };
}
