/** Awaits work while the job's slot is free for other jobs. */
export type WaitWithoutSlot = <T>(wait: () => Promise<T>) => Promise<T>;

/** A queue with bounded concurrency, shared fairly between callers. */
export interface WorkQueue {
  /**
   * @param caller Owner of the work. Callers take turns. A full queue refuses work of the caller with the most waiting jobs.
   * @throws The queue's refusal, at once or when a caller with fewer waiting jobs displaces this job.
   */
  run<T>(caller: string, work: (aside: WaitWithoutSlot) => Promise<T>): Promise<T>;
}

export interface QueueLimits {
  /** Maximum number of concurrent jobs. */
  atOnce: number;
  /** Maximum number of waiting jobs. */
  waiting: number;
  /** Error for work beyond these limits. */
  refusal: () => Error;
}

interface Waiter {
  begin(): void;
  refuse(error: Error): void;
}

export function createWorkQueue({ atOnce, waiting, refusal }: QueueLimits): WorkQueue {
  /** Waiting work per caller in order; callers take turns. */
  const queues = new Map<string, Waiter[]>();
  let [running, waits] = [0, 0];

  /**
   * Makes room by refusing the newest job of the caller with the most waiting jobs. Returns false when no caller has more waiting jobs than this
   * caller would have.
   */
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
    // The previous holder hands over its slot, so `running` stays unchanged.
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
    // Reinserted at the end: this caller's next turn comes after all others.
    queues.delete(caller);
    if (queue.length > 0) queues.set(caller, queue);
    waits -= 1;
    next?.begin();
  }

  return {
    async run(caller, work) {
      await takePlace(caller);
      let [holds, isOver, aside] = [true, false, 0];
      const waitAside: WaitWithoutSlot = async (wait) => {
        aside += 1;
        if (holds) leavePlace();
        holds = false;
        try {
          return await wait();
        } finally {
          aside -= 1;
          // When the last of several concurrent waits ends, the job takes a slot again.
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
