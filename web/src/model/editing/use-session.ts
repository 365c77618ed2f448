import { useSelector } from '@tanstack/react-store';
import { useMemo } from 'react';
import { type Plan, visiblePlan } from '../arrangement/arrangement.ts';
import type { WholeItinerary } from '../itinerary/itinerary.query.ts';
import type { EntitySaver, SaverSnapshot } from '../saving/entity-saver.ts';
import { usePendingDeletions } from '../saving/use-removal.ts';
import type { EditSession } from './edit-session.ts';
import type { OverallSaveState } from './overall.ts';

export const useSaver = <F extends object>(saver: EntitySaver<F>): SaverSnapshot<F> => useSelector(saver.store);

export const useOverallSaveState = (session: EditSession): OverallSaveState => useSelector(session.overall);

export const useMoves = ({ moves }: EditSession) => useSelector(moves.store);

/** The plan for its writer: with pending moves, and without undoable deletions. */
export function useVisiblePlan(session: EditSession, { days, stops }: WholeItinerary): Plan {
  const deletedIds = usePendingDeletions();
  const { pending } = useMoves(session);
  // Depends on moves, not on saved texts, which need not render a thousand stops.
  return useMemo(() => visiblePlan(session.moves.over({ days, stops }), deletedIds), [session, days, stops, deletedIds, pending]);
}
