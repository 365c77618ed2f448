import { useMemo } from 'react';
import { type Plan, visiblePlan } from '../arrangement/arrangement.ts';
import type { WholeItinerary } from '../itinerary/itinerary.query.ts';
import { usePendingDeletions } from '../saving/use-removal.ts';
import type { EditSession } from './edit-session.ts';
import { useMoves } from './use-session.ts';

/** The plan as its writer sees it: with the moves that are on their way, without what was deleted and can still be taken back. */
export function useVisiblePlan(session: EditSession, itinerary: WholeItinerary): Plan {
  const deletedIds = usePendingDeletions();
  const { pending } = useMoves(session);
  // The plan with the moves is another one whenever those on their way are.
  return useMemo(() => visiblePlan(session.moves.over(itinerary), deletedIds), [session, itinerary, deletedIds, pending]);
}
