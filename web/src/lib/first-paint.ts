import { useEffect, useState } from 'react';

/** Longest wait for an idle moment, milliseconds. */
const patience = 800;

/** Runs in an idle moment, or soon in Safari, which has no idle callback. Returns its cancellation. */
function whenQuiet(run: () => void): () => void {
  if ('requestIdleCallback' in globalThis) {
    const handle = requestIdleCallback(run, { timeout: patience });
    return () => cancelIdleCallback(handle);
  }
  const timer = setTimeout(run, 1);
  return () => clearTimeout(timer);
}

/**
 * Calls `prepare` in the first idle moment after the first paint, and turns true when it has resolved. Heavy components then do not delay that paint.
 * They are loaded by then, because React would show a suspended component up to 300 ms late. `prepare` must not reject; the component shows load
 * errors.
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
