import { useMemo } from 'react';
import { type Plan, visiblePlan } from '../arrangement/arrangement.ts';
import type { WholeItinerary } from '../itinerary/itinerary.query.ts';
import { usePendingDeletions } from '../saving/use-removal.ts';
import type { EditSession } from './edit-session.ts';
import { useMoves } from './use-session.ts';

/** The plan for its writer: with pending moves, and without undoable deletions. */
export function useVisiblePlan(session: EditSession, { days, stops }: WholeItinerary): Plan {
  const deletedIds = usePendingDeletions();
  const { pending } = useMoves(session);
  // Depends on moves, not on saved texts, which need not render a thousand stops.
  return useMemo(() => visiblePlan(session.moves.over({ days, stops }), deletedIds), [session, days, stops, deletedIds, pending]);
}
