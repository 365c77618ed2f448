import { useEffect, useState } from 'react';

/** Longest wait for a quiet moment, milliseconds. */
const patience = 800;

/** Runs in a quiet moment; Safari knows none, so there it runs soon. Answers how to give it up. */
function whenQuiet(run: () => void): () => void {
  if ('requestIdleCallback' in globalThis) {
    const handle = requestIdleCallback(run, { timeout: patience });
    return () => cancelIdleCallback(handle);
  }
  const timer = setTimeout(run, 1);
  return () => clearTimeout(timer);
}

/**
 * Turns true in the first quiet moment after the page is seen, so that what is heavy does not delay what is seen. What `prepare` brings is there by
 * then: a part that React has to wait for is shown up to 300 ms after it came. Its failure is for the part itself to tell.
 */
export function useFirstPaint(prepare: () => Promise<void>): boolean {
  const [isPainted, setPainted] = useState(false);
  useEffect(() => {
    let giveUp = (): void => {};
    let isGone = false;
    const begin = async (): Promise<void> => {
      await prepare();
      if (!isGone) setPainted(true);
    };
    const frame = requestAnimationFrame(() => {
      giveUp = whenQuiet(() => void begin());
    });
    return () => {
      isGone = true;
      cancelAnimationFrame(frame);
      giveUp();
    };
  }, [prepare]);
  return isPainted;
}
