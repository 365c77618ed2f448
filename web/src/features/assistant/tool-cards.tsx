import { Link } from '@tanstack/react-router';
import type { ToolInvocation } from '@waystory/proto/assistant/message.ts';
import { cn } from '@waystory/ui/class-names.ts';
import { useIsDesktop } from '@waystory/ui/media-query.ts';
import { Spinner } from '@waystory/ui/spinner.tsx';
import { Check, ChevronDown, TriangleAlert, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callFailureOf, callSubjectOf, idsWrittenBy } from '../../model/assistant/tool-calls.ts';

/** Most cards of a collapsed list while the answer streams (spec 9). */
const mostStacked = 3;

interface ToolCardsProps {
  calls: readonly ToolInvocation[];
  isComing: boolean;
  /** The changes of these calls are reversed. */
  isReversed: boolean;
}

/** Tool calls of an answer: the last three while it streams, and all on demand. */
export function ToolCards({ calls, isComing, isReversed }: ToolCardsProps) {
  const { t } = useTranslation('assistant');
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? calls : isComing ? calls.slice(-mostStacked) : [];
  const isStacked = !isWhole && calls.length > shown.length;
  return (
    <div className="flex flex-col gap-1.5">
      {(!isComing || calls.length > mostStacked) && (
        <button
          type="button"
          aria-expanded={isWhole}
          onClick={() => setWhole(!isWhole)}
          className="flex items-center gap-1.5 self-start rounded-full py-1 pr-2 font-semibold text-muted text-small hover:text-ink"
        >
          <ChevronDown aria-hidden="true" className={cn('size-4 transition-transform duration-fast', isWhole && 'rotate-180')} />
          {t('tools.steps', { count: calls.length })}
        </button>
      )}
      {shown.length > 0 && (
        <ul aria-label={t('tools.label')} className="flex flex-col">
          {shown.map((call, index) => (
            <ToolCard
              key={call.toolCallId}
              call={call}
              isComing={isComing}
              isReversed={isReversed && idsWrittenBy(call) !== null}
              depth={isStacked ? shown.length - 1 - index : 0}
              isFirst={index === 0}
              isStacked={isStacked}
            />
          ))}
        </ul>
      )}
    </div>
  );
}

interface ToolCardProps {
  call: ToolInvocation;
  isComing: boolean;
  isReversed: boolean;
  /** Number of cards in front of this card in the stack. */
  depth: number;
  isFirst: boolean;
  isStacked: boolean;
}

/** spec 4: one tool call, loading or complete, with a link to its result. */
function ToolCard({ call, isComing, isReversed, depth, isFirst, isStacked }: ToolCardProps) {
  const { t } = useTranslation('assistant');
  const failure = callFailureOf(call);
  const isOver = call.state === 'result';
  const { name, number } = callSubjectOf(call);
  const key = `tools.${call.toolName}.${failure !== null ? 'failed' : isOver ? 'done' : 'doing'}`;
  const text = t(key, { name: name ?? t(`tools.nameless.${call.toolName}`), number });
  return (
    <li
      data-tool={call.toolName}
      data-state={failure !== null ? 'failed' : isReversed ? 'reversed' : isOver ? 'complete' : 'loading'}
      style={{ marginInline: depth * 6 }}
      className={cn(
        'flex items-center gap-2.5 border border-line bg-surface px-3 py-2 text-small',
        isStacked ? 'rounded-control shadow-lift' : 'rounded-control',
        !isFirst && (isStacked ? '-mt-1' : 'mt-1.5'),
      )}
    >
      <ToolIcon isFailed={failure !== null} isOver={isOver || !isComing} isReversed={isReversed} />
      <span className="min-w-0 flex-1">
        {isReversed ? <ReversedText text={text} /> : <ToolText call={call} text={text} />}
        {failure && <span className="block text-muted">{failure}</span>}
      </span>
    </li>
  );
}

/** A reversed result has no link. */
function ReversedText({ text }: { text: string }) {
  const { t } = useTranslation('assistant');
  return (
    <span className="block truncate text-muted">
      <s>{text}</s>
      <span className="sr-only"> ({t('reversal.state')})</span>
    </span>
  );
}

function ToolIcon({ isFailed, isOver, isReversed }: { isFailed: boolean; isOver: boolean; isReversed: boolean }) {
  if (isReversed) return <Undo2 aria-hidden="true" className="size-4 shrink-0 text-muted" />;
  if (isFailed) return <TriangleAlert aria-hidden="true" className="size-4 shrink-0 text-warning" />;
  return isOver ? (
    <Check aria-hidden="true" className="size-4 shrink-0 text-success" />
  ) : (
    <Spinner size="sm" label={null} className="text-teal-text" />
  );
}

function ToolText({ call, text }: { call: ToolInvocation; text: string }) {
  const isDesktop = useIsDesktop();
  const written = call.toolName === 'remove_stop' ? null : idsWrittenBy(call);
  if (!written) return <span className="block truncate">{text}</span>;
  const { itineraryId, stopIds } = written;
  const search = isDesktop ? {} : { chatOpen: undefined };
  const styles = 'block truncate rounded hover:underline hover:underline-offset-4';
  const [stopId] = stopIds;
  return stopId ? (
    <Link to="/itineraries/$itineraryId/stops/$stopId" params={{ itineraryId, stopId }} search={search} className={styles}>
      {text}
    </Link>
  ) : (
    <Link to="/itineraries/$id/edit" params={{ id: itineraryId }} search={search} className={styles}>
      {text}
    </Link>
  );
}
