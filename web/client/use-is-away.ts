import { useSyncExternalStore } from 'react';
import { connection } from './connection.ts';

/** Whether the product cannot be reached now. */
export const useIsAway = (): boolean => useSyncExternalStore(connection.subscribe, connection.isAway);
