import { setImmediate as turn } from 'node:timers/promises';

/** A turn of the event loop that takes less had nothing to do that somebody waits for, milliseconds. */
const quiet = 1;
/** Longest that work in the background stands back, milliseconds: it goes on, slowly, however much there is to do. */
const longest = 40;

/** Lets requests and readers of the log have the event loop before more is done in the background. */
export async function giveWay(): Promise<void> {
  const begin = performance.now();
  for (let before = begin; ; ) {
    await turn();
    const now = performance.now();
    if (now - before < quiet || now - begin > longest) return;
    before = now;
  }
}
