import { useCallback, useEffect, useRef } from 'react';

/** A function with a stable identity that calls its latest version, so that memoised children do not render again. */
export function useStableCallback<A extends unknown[], R>(run: (...given: A) => R): (...given: A) => R {
  const latest = useRef(run);
  useEffect(() => {
    latest.current = run;
  });
  return useCallback((...given: A) => latest.current(...given), []);
}
