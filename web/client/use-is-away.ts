import { useSyncExternalStore } from 'react';
import { connection } from './connection.ts';

/** True while the product is unreachable. */
export const useIsAway = (): boolean => useSyncExternalStore(connection.subscribe, connection.isAway);
