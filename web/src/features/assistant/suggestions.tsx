import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Badge } from '@waystory/ui/badge.tsx';
import { Button, IconButton } from '@waystory/ui/button.tsx';
import { cn } from '@waystory/ui/class-names.ts';
import { useIsDesktop } from '@waystory/ui/media-query.ts';
import { toast } from '@waystory/ui/toast-store.ts';
import { Check, ChevronDown, X } from 'lucide-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Suggestion } from '../../model/assistant/tool-calls.ts';
import { refreshAround, wholeItinerary } from '../../model/itinerary/itinerary.query.ts';
import { itineraryWrites } from '../../model/itinerary/itinerary-writes.ts';

interface SuggestionsProps {
  suggestions: readonly Suggestion[];
  isOpen: boolean;
  /** The answer is still streaming: its newest suggestions may not have been loaded yet. */
  isComing: boolean;
  /** The answer was reversed, so a missing stop is shown as reversed, not as declined. */
  isReversed: boolean;
  /** The reversal also removed the itinerary of the suggestions. */
  isGone: boolean;
}

/** Stops that an answer suggests, grouped by day. The user accepts or declines one stop or a whole day, or accepts all. */
export function SuggestedStops({ suggestions, isOpen, isComing, isReversed, isGone }: SuggestionsProps) {
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

/** `DECLINED`: the stop is no longer in the itinerary. `REVERSED`: the reversal of the answer removed it. */
type SuggestionState = 'SUGGESTED' | 'ACCEPTED' | 'DECLINED' | 'REVERSED';

interface SuggestionCardProps {
  suggestion: Suggestion;
  state: SuggestionState;
  isOff: boolean;
  onDecide: (decision: Decision) => void;
}

function SuggestionCard({ suggestion, state, isOff, onDecide }: SuggestionCardProps) {
  const { t } = useTranslation('assistant');
  const { title, highlight, placeName } = suggestion;
  return (
    <li
      data-suggestion={state}
      className={cn(
        'flex items-center gap-2 rounded-control border bg-surface py-1 pr-1 pl-3',
        state === 'SUGGESTED' ? 'border-line-strong/70 border-dashed' : 'border-line',
      )}
    >
      <div className="min-w-0 flex-1">
        <StopName suggestion={suggestion} isGone={state === 'DECLINED' || state === 'REVERSED'} />
        {(highlight || placeName) && <p className="line-clamp-1 text-caption text-muted">{highlight ?? placeName}</p>}
      </div>
      {state === 'SUGGESTED' ? (
        <div className="flex shrink-0">
          <IconButton
            icon={<Check />}
            label={t('suggestions.accept', { title })}
            size="sm"
            disabled={isOff}
            className="text-success"
            onClick={() => onDecide('accept')}
          />
          <IconButton
            icon={<X />}
            label={t('suggestions.decline', { title })}
            size="sm"
            disabled={isOff}
            className="text-danger"
            onClick={() => onDecide('decline')}
          />
        </div>
      ) : (
        <Badge tone={state === 'ACCEPTED' ? 'success' : 'outline'} className="mr-1.5">
          {t(`suggestions.states.${state}`)}
        </Badge>
      )}
    </li>
  );
}

function StopName({ suggestion: { itineraryId, stopId, title }, isGone }: { suggestion: Suggestion; isGone: boolean }) {
  const isDesktop = useIsDesktop();
  if (isGone) return <p className="truncate text-muted text-small line-through">{title}</p>;
  return (
    <Link
      to="/itineraries/$itineraryId/stops/$stopId"
      params={{ itineraryId, stopId }}
      search={isDesktop ? {} : { chatOpen: undefined }}
      className="block truncate rounded font-semibold text-small hover:underline hover:underline-offset-4"
    >
      {title}
    </Link>
  );
}

type Decision = 'accept' | 'decline';

/** Accepts or declines suggested stops, in one request per itinerary, so that a failure leaves no itinerary half decided. */
function useDecision() {
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
      // Days list their stops, so the queries of the days are stale too.
      for (const itineraryId of ofItinerary.keys()) await refreshAround(itineraryId).catch(() => {});
    }
  };
  return { decide, isPending };
}
