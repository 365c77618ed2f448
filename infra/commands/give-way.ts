import { setImmediate as turn } from 'node:timers/promises';

/** A turn of the event loop that takes less had nothing to do that somebody waits for, milliseconds. */
const quiet = 1;

/**
 * Lets requests and readers of the log have the event loop before more is done in the background.
 * @param longest to stand back, milliseconds: the work goes on, slowly, however much there is to do.
 */
export async function giveWay(longest = 40): Promise<void> {
  const begin = performance.now();
  for (let before = begin; ; ) {
    await turn();
    const now = performance.now();
    if (now - before < quiet || now - begin > longest) return;
    before = now;
  }
}
