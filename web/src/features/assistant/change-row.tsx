import type { ProposedChange } from '@waystory/proto/assistant/proposed-change.ts';
import type { ChangeDecision } from '@waystory/proto/assistant/thread.ts';
import { Badge } from '@waystory/ui/badge.tsx';
import { IconButton } from '@waystory/ui/icon-button.tsx';
import { ArrowRight, Check, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { ChangedField, ChangeSummary } from '../../model/assistant/change-summary.ts';
import { failureOf } from '../../model/assistant/tool-calls.ts';

/** `LAPSED`: the conversation went on without a decision. */
type ChangeState = 'WAITING' | 'RUNNING' | 'DONE' | 'FAILED' | 'DECLINED' | 'LAPSED';

function stateOf({ call, decision }: ProposedChange, isOpen: boolean): ChangeState {
  if (decision === null) return isOpen ? 'WAITING' : 'LAPSED';
  if (decision === 'DECLINED') return 'DECLINED';
  if (call.state !== 'result') return 'RUNNING';
  return failureOf(call) === null ? 'DONE' : 'FAILED';
}

const tones = { DONE: 'success', FAILED: 'danger', RUNNING: 'outline', DECLINED: 'outline', LAPSED: 'outline' } as const;

interface ChangeRowProps {
  change: ProposedChange;
  summary: ChangeSummary;
  isOpen: boolean;
  /** Decides on this change alone. */
  onDecide: ((decision: ChangeDecision) => void) | undefined;
}

/** What one call would change: the thing, and each text before and after. */
export function ChangeRow({ change, summary, isOpen, onDecide }: ChangeRowProps) {
  const { t } = useTranslation('assistant');
  const { tool, subject, day, place, fields } = summary;
  const state = stateOf(change, isOpen);
  const failure = failureOf(change.call);
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
          <IconButton label={t('changes.allowOne', { name })} size="sm" className="text-success" onClick={() => onDecide('ALLOWED')}>
            <Check aria-hidden="true" />
          </IconButton>
          <IconButton label={t('changes.declineOne', { name })} size="sm" className="text-danger" onClick={() => onDecide('DECLINED')}>
            <X aria-hidden="true" />
          </IconButton>
        </div>
      )}
    </li>
  );
}

/** Long texts are cut: the whole of them is read in the story. */
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
