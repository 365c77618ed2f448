import { problemCode } from '@waystory/client/api.ts';
import { toast } from '@waystory/ui/toast-store.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Suggestion } from '../../model/assistant/tool-calls.ts';
import { refreshAround } from '../../model/itinerary/itinerary.query.ts';
import { itineraryWrites } from '../../model/itinerary/itinerary-writes.ts';

export type Decision = 'accept' | 'decline';

/** Takes suggested stops or turns them down, one after the other: they are of the same itinerary. */
export function useDecision() {
  const { t } = useTranslation('assistant');
  const [pending, setPending] = useState<ReadonlySet<string>>(new Set());
  const decide = async (suggestions: readonly Suggestion[], decision: Decision): Promise<void> => {
    setPending(new Set(suggestions.map(({ stopId }) => stopId)));
    try {
      for (const suggestion of suggestions) await carryOut(suggestion, decision);
    } catch {
      toast.error(t('suggestions.failed'));
    } finally {
      setPending(new Set());
      const [first] = suggestions;
      // Days know their stops, too.
      if (first) await refreshAround(first.itineraryId).catch(() => {});
    }
  };
  return { decide, pending };
}

async function carryOut({ itineraryId, stopId }: Suggestion, decision: Decision): Promise<void> {
  const params = { itineraryId, id: stopId };
  try {
    if (decision === 'accept') await itineraryWrites.patchStop({ params, body: { state: 'ACCEPTED' } });
    else await itineraryWrites.deleteStop({ params });
  } catch (error) {
    // Somebody else was faster; what is there now is asked for.
    if (problemCode(error) !== 'stop/unknown') throw error;
  }
}
