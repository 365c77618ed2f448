import { useMemo } from 'react';
import { type Plan, visiblePlan } from '../arrangement/arrangement.ts';
import type { WholeItinerary } from '../itinerary/itinerary.query.ts';
import { usePendingDeletions } from '../saving/use-removal.ts';
import type { EditSession } from './edit-session.ts';
import { useMoves } from './use-session.ts';

/** The plan as its writer sees it: with the moves that are on their way, without what was deleted and can still be taken back. */
export function useVisiblePlan(session: EditSession, { days, stops }: WholeItinerary): Plan {
  const deletedIds = usePendingDeletions();
  const { pending } = useMoves(session);
  // A text that was saved is no reason to draw a thousand stops; moves that are on their way or have arrived are.
  return useMemo(() => visiblePlan(session.moves.over({ days, stops }), deletedIds), [session, days, stops, deletedIds, pending]);
}
