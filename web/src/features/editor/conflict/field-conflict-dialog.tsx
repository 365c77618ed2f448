import { Button } from '@waystory/ui/button.tsx';
import { Dialog } from '@waystory/ui/dialog.tsx';
import { RadioCards } from '@waystory/ui/radio-cards.tsx';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

/** One conflicting field with the wording of both versions. */
export interface ConflictingField {
  field: string;
  label: string;
  mine: string;
  theirs: string;
}

type Side = 'mine' | 'theirs';

interface FieldConflictDialogProps {
  fields: readonly ConflictingField[];
  /** Answers the fields in which mine stands. */
  onResolve: (keep: string[]) => void;
  /** The writer closes the question without an answer; nothing is decided by that. */
  onLater: () => void;
}

/** Merge conflict of a concurrent edit: both versions, field by field. */
export function FieldConflictDialog({ fields, onResolve, onLater }: FieldConflictDialogProps) {
  const { t } = useTranslation('editor');
  const [sides, setSides] = useState<Readonly<Record<string, Side>>>({});
  const sideOf = (field: string): Side => sides[field] ?? 'mine';
  const all = fields.map(({ field }) => field);
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onLater()}
      size="lg"
      title={t('conflict.title')}
      description={t('conflict.text')}
      footer={
        <>
          <Button variant="secondary" onClick={() => onResolve([])}>
            {t('conflict.takeTheirs')}
          </Button>
          {fields.length > 1 && (
            <Button variant="secondary" onClick={() => onResolve(all.filter((field) => sideOf(field) === 'mine'))}>
              {t('conflict.takeChosen')}
            </Button>
          )}
          <Button onClick={() => onResolve(all)}>{fields.length > 1 ? t('conflict.keepAllMine') : t('conflict.keepMine')}</Button>
        </>
      }
    >
      <div className="flex flex-col gap-6">
        {fields.map(({ field, label, mine, theirs }) => (
          <section key={field} aria-label={label}>
            <h3 className="mb-2 text-small font-semibold text-muted">{label}</h3>
            {fields.length === 1 ? (
              <div className="grid gap-3 sm:grid-cols-2">
                <OneVersion title={t('conflict.mine')} text={mine} />
                <OneVersion title={t('conflict.theirs')} text={theirs} />
              </div>
            ) : (
              <RadioCards
                label={label}
                value={sideOf(field)}
                onValueChange={(side: Side) => setSides({ ...sides, [field]: side })}
                className="sm:grid-cols-2"
                cards={[
                  { value: 'mine', title: t('conflict.mine'), text: <Version text={mine} /> },
                  { value: 'theirs', title: t('conflict.theirs'), text: <Version text={theirs} /> },
                ]}
              />
            )}
          </section>
        ))}
      </div>
    </Dialog>
  );
}

function Version({ text }: { text: string }) {
  const { t } = useTranslation('editor');
  return (
    <span className="block max-h-40 overflow-y-auto whitespace-pre-wrap text-ink">
      {text || <em className="text-muted">{t('conflict.empty')}</em>}
    </span>
  );
}

const OneVersion = ({ title, text }: { title: string; text: string }) => (
  <div className="rounded-card bg-sunken p-4">
    <h4 className="mb-1 font-semibold">{title}</h4>
    <div className="text-small">
      <Version text={text} />
    </div>
  </div>
);
