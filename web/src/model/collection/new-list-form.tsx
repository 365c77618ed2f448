import { Button } from '@waystory/ui/button.tsx';
import { Field, Input } from '@waystory/ui/field.tsx';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';

/** Longest name, characters; copied from `proto/social/collection.ts`, because readers do not load its rules. */
const longest = 80;

/** Form for a new list's name. `onCreate` reports its own errors and returns whether it succeeded. */
export function NewListForm({ onCreate, className }: { onCreate: (title: string) => Promise<boolean>; className?: string }) {
  const { t } = useTranslation('lists');
  const [title, setTitle] = useState('');
  const [isBusy, setBusy] = useState(false);
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const name = title.trim();
    if (name === '' || isBusy) return;
    setBusy(true);
    if (await onCreate(name)) setTitle('');
    setBusy(false);
  };
  return (
    <form onSubmit={(event) => void submit(event)} className={className}>
      <div className="flex items-center gap-2">
        <Field label={t('new.label')} hideLabel className="flex-1">
          <Input
            value={title}
            maxLength={longest}
            placeholder={t('new.label')}
            autoComplete="off"
            className="h-11"
            onChange={({ target }) => setTitle(target.value)}
          />
        </Field>
        <Button type="submit" size="sm" variant="secondary" loading={isBusy} disabled={title.trim() === ''}>
          {t('new.create')}
        </Button>
      </div>
    </form>
  );
}
