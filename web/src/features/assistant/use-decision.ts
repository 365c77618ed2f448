import { toast } from '@waystory/ui/toast-store.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Suggestion } from '../../model/assistant/tool-calls.ts';
import { refreshAround } from '../../model/itinerary/itinerary.query.ts';
import { itineraryWrites } from '../../model/itinerary/itinerary-writes.ts';

export type Decision = 'accept' | 'decline';

/** Takes suggested stops or turns them down: those of one itinerary in one request, so that nothing is left half done. */
export function useDecision() {
  const { t } = useTranslation('assistant');
  const [isPending, setPending] = useState(false);
  const decide = async (suggestions: readonly Suggestion[], decision: Decision): Promise<void> => {
    setPending(true);
    const ofItinerary = Map.groupBy(suggestions, ({ itineraryId }) => itineraryId);
    try {
      for (const [itineraryId, some] of ofItinerary) {
        const body = { stopIds: some.map(({ stopId }) => stopId), decision: decision === 'accept' ? ('ACCEPTED' as const) : ('DECLINED' as const) };
        await itineraryWrites.decideStops({ params: { itineraryId }, body });
      }
    } catch {
      toast.error(t('suggestions.failed'));
    } finally {
      setPending(false);
      // Days know their stops, too.
      for (const itineraryId of ofItinerary.keys()) await refreshAround(itineraryId).catch(() => {});
    }
  };
  return { decide, isPending };
}
