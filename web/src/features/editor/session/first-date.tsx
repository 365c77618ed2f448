import { Field } from '@waystory/ui/field.tsx';
import { Input } from '@waystory/ui/input.tsx';
import { useTranslation } from 'react-i18next';
import type { EditSession } from '../../../model/editing/edit-session.ts';
import { useSaver } from '../../../model/editing/use-session.ts';
import { useProblemText } from '../../../model/saving/problem-text.ts';

/** The date of the first day, for who knows it: those of all others follow. */
export function FirstDate({ session: { itinerary: saver } }: { session: EditSession }) {
  const { t } = useTranslation('editor');
  const { fields, problems } = useSaver(saver);
  const problemText = useProblemText();
  return (
    <Field
      label={t('edit.firstDate')}
      hint={t('edit.firstDateHint')}
      error={problems.firstDate && problemText(problems.firstDate, 'firstDate')}
      className="max-w-md"
    >
      <Input
        type="date"
        value={fields.firstDate ?? ''}
        className="max-w-52"
        onChange={({ target }) => saver.edit({ firstDate: target.value || null })}
        onBlur={() => void saver.flush()}
      />
    </Field>
  );
}
