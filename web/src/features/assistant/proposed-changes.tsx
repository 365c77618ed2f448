import { useQuery } from '@tanstack/react-query';
import { problemCode } from '@waystory/client/api.ts';
import type { ChatMessage } from '@waystory/proto/assistant/message.ts';
import { type ProposedChange, proposedChangesOf } from '@waystory/proto/assistant/proposed-change.ts';
import type { ChangeDecision } from '@waystory/proto/assistant/thread.ts';
import { Badge } from '@waystory/ui/badge.tsx';
import { Button, IconButton } from '@waystory/ui/button.tsx';
import { toast } from '@waystory/ui/toast-store.ts';
import { ArrowRight, Check, ShieldQuestion, X } from 'lucide-react';
import { useId, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type ChangedField, type ChangeSummary, changeSummaryOf, itineraryIdOf, placeNamesIn } from '../../model/assistant/change-summary.ts';
import { conversation } from '../../model/assistant/live-conversation.ts';
import { storyRefresh } from '../../model/assistant/story-refresh.ts';
import { decideChanges, refreshThread } from '../../model/assistant/threads.query.ts';
import { callFailureOf, idsWrittenBy } from '../../model/assistant/tool-calls.ts';
import { wholeItinerary } from '../../model/itinerary/itinerary.query.ts';

interface ProposedChangesProps {
  message: ChatMessage;
  /** Changes proposed by the message. */
  changes: readonly ProposedChange[];
  /** Names of places that were looked up in other messages. */
  places: ReadonlyMap<string, string>;
  /** True when the message is the last, its answer is complete, and no answer is streaming. */
  isOpen: boolean;
  /** The answer is still streaming: more changes may follow. */
  isComing: boolean;
}

/** Changes that the assistant proposes after it has read a web page. No change is made before the user allows it. */
export function ProposedChanges({ message, changes, places, isOpen, isComing }: ProposedChangesProps) {
  const { t } = useTranslation('assistant');
  const heading = useId();
  const { decide, pending } = useChangeDecision();
  const known = useMemo(() => new Map([...places, ...placeNamesIn([message])]), [places, message]);
  const waiting = changes.flatMap(({ call, decision }) => (decision === null ? [call.toolCallId] : []));
  const canDecide = isOpen && waiting.length > 0;
  return (
    <section aria-labelledby={heading} className="flex flex-col gap-3 rounded-card border border-warning/50 bg-canvas p-3">
      <h3 id={heading} className="flex items-start gap-2 font-bold text-small">
        <ShieldQuestion aria-hidden="true" className="size-5 shrink-0 text-warning" />
        <span className="min-w-0">{t('changes.heading')}</span>
      </h3>
      <ul className="flex flex-col gap-2">
        {changes.map((change) => (
          <Row
            key={change.call.toolCallId}
            change={change}
            places={known}
            isOpen={isOpen || isComing}
            onDecide={canDecide && waiting.length > 1 && !pending ? (decision) => void decide([change.call.toolCallId], decision) : undefined}
          />
        ))}
      </ul>
      {isComing && waiting.length > 0 && <p className="text-caption text-muted">{t('changes.coming')}</p>}
      {canDecide && (
        <div className="flex flex-wrap justify-end gap-2">
          <Button
            size="sm"
            variant="secondary"
            icon={<X aria-hidden="true" />}
            loading={pending === 'DECLINED'}
            disabled={pending === 'ALLOWED'}
            onClick={() => void decide(waiting, 'DECLINED')}
          >
            {t(waiting.length > 1 ? 'changes.declineAll' : 'changes.decline')}
          </Button>
          <Button
            size="sm"
            icon={<Check aria-hidden="true" />}
            loading={pending === 'ALLOWED'}
            disabled={pending === 'DECLINED'}
            onClick={() => void decide(waiting, 'ALLOWED')}
          >
            {t(waiting.length > 1 ? 'changes.allowAll' : 'changes.allow')}
          </Button>
        </div>
      )}
    </section>
  );
}

type RowProps = Pick<ProposedChangesProps, 'places' | 'isOpen'> & Pick<Parameters<typeof ChangeRow>[0], 'onDecide'> & { change: ProposedChange };

/** A proposed change, summarized against the current state of its itinerary. */
function Row({ change, places, isOpen, onDecide }: RowProps) {
  const id = itineraryIdOf(change.call);
  const { data: story } = useQuery({ ...wholeItinerary(id ?? ''), enabled: id !== null });
  return <ChangeRow change={change} summary={changeSummaryOf(change.call, story, places)} isOpen={isOpen} onDecide={onDecide} />;
}

/** `LAPSED`: the conversation went on without a decision. */
type ChangeState = 'WAITING' | 'RUNNING' | 'DONE' | 'FAILED' | 'DECLINED' | 'LAPSED';

function stateOf({ call, decision }: ProposedChange, isOpen: boolean): ChangeState {
  if (decision === null) return isOpen ? 'WAITING' : 'LAPSED';
  if (decision === 'DECLINED') return 'DECLINED';
  if (call.state !== 'result') return 'RUNNING';
  return callFailureOf(call) === null ? 'DONE' : 'FAILED';
}

const tones = { DONE: 'success', FAILED: 'danger', RUNNING: 'outline', DECLINED: 'outline', LAPSED: 'outline' } as const;

interface ChangeRowProps {
  change: ProposedChange;
  summary: ChangeSummary;
  isOpen: boolean;
  /** Decides on this change alone. */
  onDecide: ((decision: ChangeDecision) => void) | undefined;
}

/** One proposed change: its target, and each changed text before and after. */
function ChangeRow({ change, summary, isOpen, onDecide }: ChangeRowProps) {
  const { t } = useTranslation('assistant');
  const { tool, subject, day, place, fields } = summary;
  const state = stateOf(change, isOpen);
  const failure = callFailureOf(change.call);
  const about = [day === null ? null : t('suggestions.day', { number: day }), place].filter((one) => one !== null).join(' · ');
  const name = subject ?? t(`tools.nameless.${tool}`);
  return (
    <li data-change={state} className="flex items-start gap-2 rounded-control border border-line bg-surface py-2 pr-1.5 pl-3">
      <div className="min-w-0 flex-1 [overflow-wrap:anywhere]">
        <p className="text-small">
          {t(`changes.tools.${tool}`)} <bdi className="font-semibold">{subject ?? ''}</bdi>
        </p>
        {about && (
          <p className="text-caption text-muted">
            <bdi>{about}</bdi>
          </p>
        )}
        {state !== 'DONE' && fields.map((field) => <FieldLine key={field.name} field={field} />)}
        {state === 'FAILED' && failure && <p className="text-caption text-danger">{failure}</p>}
      </div>
      {state !== 'WAITING' && (
        <Badge tone={tones[state]} className="mr-1">
          {t(`changes.states.${state}`)}
        </Badge>
      )}
      {state === 'WAITING' && onDecide && (
        <div className="-my-1 flex shrink-0">
          <IconButton
            icon={<Check />}
            label={t('changes.allowOne', { name })}
            size="sm"
            className="text-success"
            onClick={() => onDecide('ALLOWED')}
          />
          <IconButton icon={<X />} label={t('changes.declineOne', { name })} size="sm" className="text-danger" onClick={() => onDecide('DECLINED')} />
        </div>
      )}
    </li>
  );
}

/** One changed field. Long texts are truncated, because the story shows them in full. */
function FieldLine({ field: { name, before, after } }: { field: ChangedField }) {
  const { t } = useTranslation('assistant');
  return (
    <p className="mt-1 text-caption">
      <span className="text-muted">{t(`changes.fields.${name}`)}: </span>
      {before !== null && (
        <>
          <del className="line-clamp-2 inline text-muted">
            <bdi>{before}</bdi>
          </del>
          <ArrowRight role="img" aria-label={t('changes.becomes')} className="mx-1 inline size-3 text-muted rtl:rotate-180" />
        </>
      )}
      <ins className="no-underline">
        <bdi>{after}</bdi>
      </ins>
    </p>
  );
}

/** Problem codes of a concurrent decision or turn. The thread is then read again. */
const overtaken: readonly (string | null)[] = ['chat/decision-taken', 'chat/change-unknown', 'chat/turn-running'];

/** Allows or declines changes that wait for the user. */
function useChangeDecision() {
  const { t } = useTranslation('assistant');
  const [pending, setPending] = useState<ChangeDecision | null>(null);
  const decide = async (toolCallIds: string[], decision: ChangeDecision): Promise<void> => {
    const { threadId } = conversation.state;
    if (!threadId || pending) return;
    setPending(decision);
    try {
      for (const { call } of proposedChangesOf(await decideChanges(threadId, toolCallIds, decision))) {
        const written = toolCallIds.includes(call.toolCallId) ? idsWrittenBy(call) : null;
        if (written) storyRefresh.written(written.itineraryId, written.stopIds);
      }
    } catch (error) {
      const isOvertaken = overtaken.includes(problemCode(error));
      toast.error(t(isOvertaken ? 'changes.overtaken' : 'changes.failed'));
      if (isOvertaken) await Promise.all([refreshThread(threadId), conversation.resume()]).catch(() => {});
    } finally {
      setPending(null);
    }
  };
  return { decide, pending };
}
