import { Link } from '@tanstack/react-router';
import { Badge } from '@waystory/ui/badge.tsx';
import { cn } from '@waystory/ui/class-names.ts';
import { IconButton } from '@waystory/ui/icon-button.tsx';
import { useIsDesktop } from '@waystory/ui/media-query.ts';
import { Check, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Suggestion } from '../../model/assistant/tool-calls.ts';
import type { Decision } from './use-decision.ts';

/** `DECLINED`: it is not in the itinerary any more. `REVERSED`: it went when the answer was taken back. */
export type SuggestionState = 'SUGGESTED' | 'ACCEPTED' | 'DECLINED' | 'REVERSED';

interface SuggestionCardProps {
  suggestion: Suggestion;
  state: SuggestionState;
  isOff: boolean;
  onDecide: (decision: Decision) => void;
}

export function SuggestionCard({ suggestion, state, isOff, onDecide }: SuggestionCardProps) {
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
            label={t('suggestions.accept', { title })}
            size="sm"
            disabled={isOff}
            className="text-success"
            onClick={() => onDecide('accept')}
          >
            <Check aria-hidden="true" />
          </IconButton>
          <IconButton
            label={t('suggestions.decline', { title })}
            size="sm"
            disabled={isOff}
            className="text-danger"
            onClick={() => onDecide('decline')}
          >
            <X aria-hidden="true" />
          </IconButton>
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
