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

/** Turns true in the first quiet moment after the page is seen, so that what is heavy does not delay what is seen. */
export function useFirstPaint(): boolean {
  const [isPainted, setPainted] = useState(false);
  useEffect(() => {
    let giveUp = (): void => {};
    const frame = requestAnimationFrame(() => {
      giveUp = whenQuiet(() => setPainted(true));
    });
    return () => {
      cancelAnimationFrame(frame);
      giveUp();
    };
  }, []);
  return isPainted;
}
