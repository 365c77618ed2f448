import { itineraryFields } from '@waystory/proto/itineraries/itinerary.ts';
import { Button } from '@waystory/ui/button.tsx';
import { Field, Input } from '@waystory/ui/field.tsx';
import { Plus, X } from 'lucide-react';
import { type KeyboardEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { fieldProblemOf, useProblemText } from '../../../model/saving/field-problem.ts';

/** Highlights of the story in a few short lines; Enter adds one. */
export function HighlightsField({ value, onChange }: { value: readonly string[]; onChange: (value: string[]) => void }) {
  const { t } = useTranslation('editor');
  const listId = useId();
  const problemText = useProblemText();
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string | undefined>();

  const add = (): void => {
    const highlight = text.trim();
    if (highlight === '' || value.includes(highlight)) {
      setText('');
      return;
    }
    const next = [...value, highlight];
    const checked = itineraryFields.highlights.safeParse(next);
    const [issue] = checked.error?.issues ?? [];
    setProblem(issue && problemText(fieldProblemOf(issue), 'highlights'));
    if (!checked.success) return;
    onChange(next);
    setText('');
  };
  const press = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    add();
  };
  return (
    <div className="flex flex-col gap-3">
      <Field label={t('details.highlights')} hint={t('details.highlightsHint')} error={problem}>
        <Input
          value={text}
          placeholder={t('details.highlightsPlaceholder')}
          onChange={({ target }) => setText(target.value)}
          onKeyDown={press}
          onBlur={add}
          trailing={<Button icon={<Plus />} variant="quiet" size="icon-sm" aria-label={t('details.highlightsAdd')} onClick={add} />}
        />
      </Field>
      {value.length > 0 && (
        <ul id={listId} className="flex flex-wrap gap-2" aria-label={t('details.highlights')}>
          {value.map((highlight) => (
            <li
              key={highlight}
              className="flex max-w-full items-center gap-1 rounded-full bg-teal-soft py-1 pr-1 pl-3.5 text-small font-semibold text-teal-text"
            >
              <span className="min-w-0 truncate">{highlight}</span>
              <button
                type="button"
                className="hit-area grid size-7 shrink-0 place-items-center rounded-full hover:bg-teal/15"
                aria-label={t('details.highlightsRemove', { highlight })}
                onClick={() => onChange(value.filter((other) => other !== highlight))}
              >
                <X aria-hidden="true" className="size-4" />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
