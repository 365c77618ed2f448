import type { ChatMessage } from '@waystory/proto/assistant/message.ts';
import { Button } from '@waystory/ui/button.tsx';
import { IconButton } from '@waystory/ui/icon-button.tsx';
import { CirclePause, RefreshCw } from 'lucide-react';
import { memo, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { segmentsOf } from '../../model/assistant/segments.ts';
import { createdItinerary, outcomeOf, suggestionsIn } from '../../model/assistant/tool-calls.ts';
import { CopyButton } from './copy-button.tsx';
import { Generating, TypingIndicator } from './generating.tsx';
import { ItineraryCard } from './itinerary-card.tsx';
import { Markdown } from './markdown.tsx';
import { Suggestions } from './suggestions.tsx';
import { ToolCards } from './tool-cards.tsx';

interface AssistantMessageProps {
  message: ChatMessage;
  isLast: boolean;
  /** More of it is on its way. */
  isComing: boolean;
  onRetry: (() => void) | undefined;
  onGoOn: ((text: string) => void) | undefined;
}

/** An answer: what was said, what was done, and what it leads to. */
export const AssistantMessage = memo(({ message, isLast, isComing, onRetry, onGoOn }: AssistantMessageProps) => {
  const { t } = useTranslation('assistant');
  const suggestions = useMemo(() => suggestionsIn(message), [message]);
  const created = message.toolInvocations.map(createdItinerary).find((id) => id !== null);
  const segments = segmentsOf(message.parts);
  const isEmpty = segments.length === 0;
  return (
    <div dir="auto" className="flex min-w-0 flex-col gap-3 [overflow-wrap:anywhere]">
      <p className="sr-only">{t('title')}</p>
      {isEmpty && isComing && <Generating />}
      {segments.map((segment, index) =>
        segment.kind === 'text' ? (
          <Markdown key={`${index}`} text={segment.text} />
        ) : (
          <ToolCards key={`${index}`} calls={segment.calls} isComing={isComing && index === segments.length - 1} />
        ),
      )}
      {isComing && !isEmpty && <TypingIndicator />}
      {created && <ItineraryCard id={created} />}
      {suggestions.length > 0 && <Suggestions suggestions={suggestions} isOpen={isLast} disabled={isComing} />}
      {!isComing && <End message={message} onGoOn={onGoOn} />}
      {!isComing && (
        <div className="-mt-2 -ml-2 flex opacity-70 focus-within:opacity-100 hover:opacity-100">
          {message.content !== '' && <CopyButton text={message.content} />}
          {onRetry && (
            <IconButton label={t('retry')} size="sm" side="bottom" className="text-muted" onClick={onRetry}>
              <RefreshCw aria-hidden="true" />
            </IconButton>
          )}
        </div>
      )}
    </div>
  );
});

/** Tells that an answer is not whole, and goes on with it. */
function End({ message, onGoOn }: Pick<AssistantMessageProps, 'message' | 'onGoOn'>) {
  const { t } = useTranslation('assistant');
  const end = outcomeOf(message);
  if (!end) return null;
  const goOn = t('outcome.goOn');
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-control bg-sunken px-3.5 py-2.5 text-small">
      <CirclePause aria-hidden="true" className="size-5 shrink-0 text-muted" />
      <p className="min-w-0 flex-1 basis-40">{t(`outcome.${end.outcome}`)}</p>
      {onGoOn && (
        <Button size="sm" variant="secondary" onClick={() => onGoOn(goOn)}>
          {goOn}
        </Button>
      )}
    </div>
  );
}
