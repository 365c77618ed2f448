import { useMemo } from 'react';
import type { EditSession } from '../../../model/editing/edit-session.ts';
import { useVisiblePlan } from '../../../model/editing/use-visible-plan.ts';
import { type Chapter, chaptersOf } from '../../../model/itinerary/chapters.ts';
import type { WholeItinerary } from '../../../model/itinerary/itinerary.query.ts';

export function useChapters(session: EditSession, itinerary: WholeItinerary): Chapter[] {
  const plan = useVisiblePlan(session, itinerary);
  return useMemo(() => chaptersOf({ ...plan, withSuggested: true }), [plan]);
}
