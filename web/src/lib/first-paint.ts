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
 * Turns true in the first idle moment after the first paint, so that heavy components do not delay it. `prepare` has loaded by then, because React
 * would show a suspended component up to 300 ms late. Its errors belong to the component.
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
