import { useEffect, useSyncExternalStore } from 'react';
import { type AuthState, auth } from './auth.ts';

/** State of the sign-in. `isNeeded` starts the silent sign-in at once. */
export function useAuth(isNeeded = false): AuthState {
  useEffect(() => {
    if (isNeeded) void auth.settled();
  }, [isNeeded]);
  return useSyncExternalStore(auth.subscribe, auth.snapshot);
}

/** True for moderators and admins. */
export const useIsModerator = (): boolean => (useAuth().person?.roles.length ?? 0) > 0;
