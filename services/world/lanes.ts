/** Requests on their way at the same time: enough to fill the group commits of the event store. */
const lanes = 12;

/** Does the work for every item, a few at the same time. After a failure no new one is begun, and those begun are waited for. */
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
