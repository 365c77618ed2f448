import { useCallback, useEffect, useRef } from 'react';

/** The same function in every render, which does what the newest one does: what is given to many memoized parts changes none of them. */
export function useStable<A extends unknown[], R>(run: (...given: A) => R): (...given: A) => R {
  const latest = useRef(run);
  useEffect(() => {
    latest.current = run;
  });
  return useCallback((...given: A) => latest.current(...given), []);
}
