import { useSelector } from '@tanstack/react-store';
import { connection } from './connection.ts';

/** Whether the product cannot be reached now. */
export const useIsAway = (): boolean => useSelector(connection.away);
