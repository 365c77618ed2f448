/** A page is at rest when nothing has kept it from answering for so long, milliseconds. */
const rest = 1_500;
/** Longest wait for it, milliseconds. */
const patience = 8_000;

const whenLoaded = (): Promise<void> =>
  new Promise((resolve) => {
    if (document.readyState === 'complete') resolve();
    else addEventListener('load', () => resolve(), { once: true });
  });

/** Resolves when the page has loaded and its first work, such as putting up a map, is over. Browsers that tell of no long tasks are given time. */
export async function pageAtRest(): Promise<void> {
  await whenLoaded();
  const tellsLongTasks = globalThis.PerformanceObserver?.supportedEntryTypes.includes('longtask') ?? false;
  if (!tellsLongTasks) return new Promise((resolve) => setTimeout(resolve, patience));
  await new Promise<void>((resolve) => {
    const end = (): void => {
      busy.disconnect();
      clearTimeout(quiet);
      clearTimeout(limit);
      resolve();
    };
    let quiet = setTimeout(end, rest);
    const limit = setTimeout(end, patience);
    const busy = new PerformanceObserver(() => {
      clearTimeout(quiet);
      quiet = setTimeout(end, rest);
    });
    busy.observe({ type: 'longtask' });
  });
}
