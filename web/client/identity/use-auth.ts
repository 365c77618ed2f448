import { useEffect, useSyncExternalStore } from 'react';
import { type AuthState, auth } from './auth.ts';

/** Who is signed in, and whether that is known yet. `isNeeded`: the page depends on it, so that it becomes known at once. */
export function useAuth(isNeeded = false): AuthState {
  useEffect(() => {
    if (isNeeded) void auth.settled();
  }, [isNeeded]);
  return useSyncExternalStore(auth.subscribe, auth.snapshot);
}
