/** Concurrent requests, enough to fill the event store's group commits. */
const lanes = 12;

/** Runs the work for all items with bounded concurrency. After a failure no new one starts, and running ones are awaited. */
export async function inLanes<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const rest = items.values();
  let failed = false;
  const lane = async (): Promise<void> => {
    for (const item of rest) {
      if (failed) return;
      await work(item).catch((error: unknown) => {
        failed = true;
        throw error;
      });
    }
  };
  const ends = await Promise.allSettled(Array.from({ length: lanes }, lane));
  const failure = ends.find((end) => end.status === 'rejected');
  if (failure) throw failure.reason;
}
