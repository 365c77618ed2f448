import { useMemo } from 'react';
import { visiblePlan } from '../../../model/arrangement/arrangement.ts';
import type { EditSession } from '../../../model/editing/edit-session.ts';
import { useMoves } from '../../../model/editing/use-session.ts';
import { type Chapter, chaptersOf } from '../../../model/itinerary/chapters.ts';
import type { WholeItinerary } from '../../../model/itinerary/itinerary.query.ts';
import { usePendingDeletions } from '../../../model/saving/use-removal.ts';

/** The plan as its writer sees it, with the moves that are on their way and without what is deleted, as chapters of the story. */
export function useChapters(session: EditSession, itinerary: WholeItinerary): Chapter[] {
  const deletedIds = usePendingDeletions();
  const { pending } = useMoves(session);
  return useMemo(
    () => chaptersOf({ ...visiblePlan(pending.length > 0 ? session.moves.over(itinerary) : itinerary, deletedIds), withSuggested: true }),
    [session, itinerary, deletedIds, pending],
  );
}
