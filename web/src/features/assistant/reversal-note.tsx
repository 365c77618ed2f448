import type { ReversalAnnotation } from '@waystory/proto/assistant/reversal.ts';
import { Redo2, Undo2 } from 'lucide-react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';

type Outcome = Pick<ReversalAnnotation, 'reversed' | 'restored' | 'left'>;

/** What a reversal came to, as a key of texts. */
export function resultOf({ reversed, restored }: Outcome): 'takenBack' | 'doneAgain' | 'notTakenBack' | 'notDoneAgain' {
  if (restored.length > 0) return reversed ? 'takenBack' : 'doneAgain';
  return reversed ? 'notDoneAgain' : 'notTakenBack';
}

/** Tells that an answer is taken back, and what of it was left, and why. */
export function ReversalNote({ outcome }: { outcome: Outcome }) {
  const { t } = useTranslation('assistant');
  const heading = useId();
  const result = resultOf(outcome);
  const Icon = outcome.reversed ? Undo2 : Redo2;
  const { left } = outcome;
  return (
    <div data-reversal={result} className="flex gap-3 rounded-control bg-sunken px-3.5 py-2.5 text-small">
      <Icon aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-muted" />
      <div className="min-w-0 flex-1">
        <p className="font-semibold">{t(`reversal.${result}`)}</p>
        {left.length > 0 && (
          <>
            <p id={heading} className="mt-1 text-muted">
              {t('reversal.left')}
            </p>
            <ul aria-labelledby={heading} className="mt-0.5 list-disc pl-4">
              {left.map((one) => (
                <li key={`${one.kind} ${one.id} ${one.reason}`}>
                  <LeftThing thing={one} />
                </li>
              ))}
            </ul>
          </>
        )}
      </div>
    </div>
  );
}

function LeftThing({ thing: { kind, title, number, fields, reason } }: { thing: Outcome['left'][number] }) {
  const { t, i18n } = useTranslation('assistant');
  const name = title ? t('reversal.quoted', { title }) : number === null ? t(`reversal.nameless.${kind}`) : t('suggestions.day', { number });
  const names = fields.map((field) => t([`reversal.fields.${field}`, 'reversal.fields.other']));
  const list = new Intl.ListFormat(i18n.language, { type: 'conjunction' }).format(new Set(names));
  const what = names.length > 0 && reason === 'CHANGED_LATER' ? t('reversal.fieldsOf', { fields: list, name }) : name;
  return t(`reversal.reasons.${reason}`, { what });
}
