/** Time without long tasks after which a page is idle, milliseconds. */
const rest = 1_500;
/** Longest wait for an idle page, milliseconds. */
const patience = 8_000;

const whenLoaded = (): Promise<void> =>
  new Promise((resolve) => {
    if (document.readyState === 'complete') resolve();
    else addEventListener('load', () => resolve(), { once: true });
  });

/**
 * Resolves when the page has loaded and finished its first work, such as starting a map, and at the latest `patience` after the load event. Browsers
 * without long-task events always wait that long.
 */
export async function whenPageIdle(): Promise<void> {
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
