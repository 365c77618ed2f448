import { useQuery } from '@tanstack/react-query';
import { Button } from '@waystory/ui/button.tsx';
import { cn } from '@waystory/ui/class-names.ts';
import { Check, ChevronDown } from 'lucide-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Suggestion } from '../../model/assistant/tool-calls.ts';
import { wholeItinerary } from '../../model/itinerary/itinerary.query.ts';
import { SuggestionCard, type SuggestionState } from './suggestion-card.tsx';
import { useDecision } from './use-decision.ts';

interface SuggestionsProps {
  suggestions: readonly Suggestion[];
  isOpen: boolean;
  /** The answer goes on: what it has just suggested may not have been read yet. */
  isComing: boolean;
  /** The answer is taken back: what is not there any more went with it. */
  isReversed: boolean;
  /** So did their itinerary. */
  isGone: boolean;
}

/** Stops that an answer suggests, day by day: each is taken or turned down, or a day of them, or all. */
export function Suggestions({ suggestions, isOpen, isComing, isReversed, isGone }: SuggestionsProps) {
  const { t } = useTranslation('assistant');
  const [isShown, setShown] = useState(isOpen);
  const heading = useId();
  const [first] = suggestions;
  const { data } = useQuery({ ...wholeItinerary(first?.itineraryId ?? ''), enabled: isShown && first !== undefined && !isGone });
  const { decide, isPending } = useDecision();
  const stateOf = ({ stopId }: Suggestion): SuggestionState => {
    if (isGone) return 'REVERSED';
    return data?.stops.find(({ id }) => id === stopId)?.state ?? (isReversed ? 'REVERSED' : data && !isComing ? 'DECLINED' : 'SUGGESTED');
  };
  const open = suggestions.filter((one) => stateOf(one) === 'SUGGESTED');
  const days = Map.groupBy(suggestions, ({ dayId }) => dayId);
  const numberOf = (dayId: string): number | undefined => data?.days.find(({ id }) => id === dayId)?.number;
  const isOff = isComing || isPending;
  return (
    <section aria-labelledby={heading} className="flex flex-col gap-3 rounded-card border border-line bg-canvas p-3">
      <div className="flex flex-wrap items-center gap-2">
        <h3 id={heading} className="min-w-0 flex-1">
          <button type="button" aria-expanded={isShown} onClick={() => setShown(!isShown)} className="flex items-center gap-1.5 font-bold text-small">
            <ChevronDown aria-hidden="true" className={cn('size-4 transition-transform duration-fast', isShown && 'rotate-180')} />
            {t('suggestions.heading', { count: suggestions.length })}
          </button>
        </h3>
        {isShown && open.length > 1 && (
          <Button size="sm" variant="secondary" icon={<Check aria-hidden="true" />} disabled={isOff} onClick={() => void decide(open, 'accept')}>
            {t('suggestions.acceptAll')}
          </Button>
        )}
      </div>
      {isShown &&
        [...days].map(([dayId, ofDay]) => (
          <DayOfSuggestions key={dayId} number={numberOf(dayId)} suggestions={ofDay} stateOf={stateOf} isOff={isOff} decide={decide} />
        ))}
    </section>
  );
}

interface DayProps {
  number: number | undefined;
  suggestions: readonly Suggestion[];
  stateOf: (suggestion: Suggestion) => SuggestionState;
  isOff: boolean;
  decide: ReturnType<typeof useDecision>['decide'];
}

function DayOfSuggestions({ number, suggestions, stateOf, isOff, decide }: DayProps) {
  const { t } = useTranslation('assistant');
  const open = suggestions.filter((one) => stateOf(one) === 'SUGGESTED');
  return (
    <div className="flex flex-col gap-2">
      {number !== undefined && (
        <div className="flex min-h-9 flex-wrap items-center gap-1">
          <h4 className="flex-1 font-semibold text-muted text-small">{t('suggestions.day', { number })}</h4>
          {open.length > 1 && (
            <>
              <Button
                size="sm"
                variant="quiet"
                disabled={isOff}
                aria-label={t('suggestions.acceptDay', { number })}
                onClick={() => void decide(open, 'accept')}
              >
                {t('suggestions.acceptShort')}
              </Button>
              <Button
                size="sm"
                variant="quiet"
                disabled={isOff}
                aria-label={t('suggestions.declineDay', { number })}
                onClick={() => void decide(open, 'decline')}
              >
                {t('suggestions.declineShort')}
              </Button>
            </>
          )}
        </div>
      )}
      <ul className="flex flex-col gap-2">
        {suggestions.map((suggestion) => (
          <SuggestionCard
            key={suggestion.stopId}
            suggestion={suggestion}
            state={stateOf(suggestion)}
            isOff={isOff}
            onDecide={(decision) => void decide([suggestion], decision)}
          />
        ))}
      </ul>
    </div>
  );
}
