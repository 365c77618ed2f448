import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ChatMessage } from '@waystory/proto/assistant/message.ts';
import { type ProposedChange, proposedChangesOf } from '@waystory/proto/assistant/proposed-change.ts';
import { Button, IconButton } from '@waystory/ui/button.tsx';
import { Card } from '@waystory/ui/card.tsx';
import { useIsDesktop } from '@waystory/ui/media-query.ts';
import { ArrowRight, CirclePause, RefreshCw, Route } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { deletedItineraryIds, reversalIn, writtenItineraryIds } from '../../model/assistant/answer-reversal.ts';
import {
  type AnswerOutcome,
  answerOutcomeOf,
  createdItineraryId,
  type Segment,
  segmentsOf,
  suggestionsIn,
} from '../../model/assistant/tool-calls.ts';
import { wholeItinerary } from '../../model/itinerary/itinerary.query.ts';
import { CopyButton } from './copy-button.tsx';
import { AnswerPlaceholder, TypingIndicator } from './generating.tsx';
import { Markdown } from './late-markdown.tsx';
import { ProposedChanges } from './proposed-changes.tsx';
import { ReversalButton, ReversalNote } from './reversal.tsx';
import { SuggestedStops } from './suggestions.tsx';
import { ToolCards } from './tool-cards.tsx';

interface AssistantMessageProps {
  message: ChatMessage;
  isLast: boolean;
  /** The answer is still streaming. */
  isComing: boolean;
  onRetry: (() => void) | undefined;
  onGoOn: (() => void) | undefined;
  /** An answer is streaming, so the undo button is disabled. */
  isBusy: boolean;
  /** Place names by place id, from the look-ups of earlier tool calls. */
  places: ReadonlyMap<string, string>;
}

/** An answer with its text, tool calls, suggestions and proposed changes. */
export function AssistantMessage({ message, isLast, isComing, onRetry, onGoOn, isBusy, places }: AssistantMessageProps) {
  const { t } = useTranslation('assistant');
  const suggestions = useMemo(() => suggestionsIn(message), [message]);
  const created = message.toolInvocations.map(createdItineraryId).find((id) => id !== null);
  const changes = useMemo(() => proposedChangesOf(message), [message]);
  const reversal = reversalIn(message);
  const isReversed = reversal?.reversed ?? false;
  const gone = deletedItineraryIds(reversal);
  const segments = segmentsOf(message.parts, new Set(changes.map(({ call }) => call.toolCallId)));
  const end = answerOutcomeOf(message);
  // Itinerary card and suggestions are placed after the last tool call and before the closing text about them.
  const lastTools = segments.findLastIndex(({ kind }) => kind === 'tools');
  const isEmpty = segments.length === 0 && changes.length === 0;
  return (
    <div dir="auto" className="flex min-w-0 flex-col gap-3 [overflow-wrap:anywhere]">
      <p className="sr-only">{t('title')}</p>
      {isEmpty && isComing && <AnswerPlaceholder />}
      {segments.slice(0, lastTools + 1).map((segment, index) => (
        <SegmentView key={`${index}`} segment={segment} isComing={isComing && index === segments.length - 1} isReversed={isReversed} />
      ))}
      {created && !gone.includes(created) && <ItineraryCard id={created} />}
      {suggestions.length > 0 && <SuggestedStops {...{ suggestions, isComing, isReversed }} isOpen={isLast} isGone={gone.length > 0} />}
      {segments.slice(lastTools + 1).map((segment, index) => (
        <SegmentView key={`${index}`} segment={segment} isComing={isComing} isReversed={isReversed} />
      ))}
      {changes.length > 0 && <ProposedChanges {...{ message, changes, places, isComing }} isOpen={isLast && !isComing && !end} />}
      {isComing && !isEmpty && <TypingIndicator />}
      {!isComing && <End end={end} isDecided={changes.length > 0 && changes.every(isOver)} onGoOn={onGoOn} />}
      {!isComing && reversal && (isReversed || reversal.left.length > 0) && <ReversalNote outcome={reversal} />}
      {!isComing && <Actions message={message} onRetry={onRetry} isBusy={isBusy} />}
    </div>
  );
}

const SegmentView = ({ segment, ...rest }: { segment: Segment; isComing: boolean; isReversed: boolean }) =>
  segment.kind === 'text' ? <Markdown text={segment.text} /> : <ToolCards calls={segment.calls} {...rest} />;

/** Actions on an answer as a whole. */
function Actions({ message, onRetry, isBusy }: Pick<AssistantMessageProps, 'message' | 'onRetry' | 'isBusy'>) {
  const { t } = useTranslation('assistant');
  return (
    <div className="-mt-2 -ml-2 flex flex-wrap items-center">
      <div className="flex opacity-70 focus-within:opacity-100 hover:opacity-100">
        {message.content !== '' && <CopyButton text={message.content} />}
        {onRetry && <IconButton icon={<RefreshCw />} label={t('retry')} size="sm" side="bottom" className="text-muted" onClick={onRetry} />}
      </div>
      {writtenItineraryIds(message).length > 0 && <ReversalButton message={message} isOff={isBusy} />}
    </div>
  );
}

const isOver = ({ call, decision }: ProposedChange): boolean => decision !== null && call.state === 'result';

interface EndProps extends Pick<AssistantMessageProps, 'onGoOn'> {
  end: AnswerOutcome | null;
  /** The user has decided on every proposed change of the answer. */
  isDecided: boolean;
}

/** Notice below an answer that is incomplete, or whose proposed changes are all decided, with a button to continue. */
function End({ end, isDecided, onGoOn }: EndProps) {
  const { t } = useTranslation('assistant');
  if (!end && !(isDecided && onGoOn)) return null;
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-control bg-sunken px-3.5 py-2.5 text-small">
      <CirclePause aria-hidden="true" className="size-5 shrink-0 text-muted" />
      <p className="min-w-0 flex-1 basis-40">{t(`outcome.${end?.outcome ?? 'DECIDED'}`)}</p>
      {onGoOn && (
        <Button size="sm" variant="secondary" onClick={onGoOn}>
          {t('outcome.goOn')}
        </Button>
      )}
    </div>
  );
}

/** spec 2.10: card that links to the created itinerary. On a phone the link closes the panel. */
function ItineraryCard({ id }: { id: string }) {
  const { t } = useTranslation('assistant');
  const { data } = useQuery(wholeItinerary(id));
  const isDesktop = useIsDesktop();
  return (
    <Card asChild interactive padding="none">
      <Link to="/itineraries/$id" params={{ id }} search={isDesktop ? {} : { chatOpen: undefined }} className="flex items-center gap-3 p-3">
        <span className="grid size-11 shrink-0 place-items-center rounded-control bg-accent-soft text-accent-text">
          <Route aria-hidden="true" className="size-5" />
        </span>
        <span className="min-w-0 flex-1">
          <span className="block truncate font-bold">{t('itinerary.view')}</span>
          {data && <span className="block truncate text-muted text-small">{data.title}</span>}
        </span>
        <ArrowRight aria-hidden="true" className="size-5 shrink-0 text-muted" />
      </Link>
    </Card>
  );
}
