import { useSyncExternalStore } from 'react';
import { type AuthState, auth } from './auth.ts';

/** Who is signed in, and whether that is known yet. */
export const useAuth = (): AuthState => useSyncExternalStore(auth.subscribe, auth.snapshot);
