import { useQuery } from '@tanstack/react-query';
import type { StopPicture } from '@waystory/proto/itineraries/stop.ts';
import type { FieldKind } from '@waystory/proto/kit/described-field.ts';
import { Banner } from '@waystory/ui/banner.tsx';
import { Button } from '@waystory/ui/button.tsx';
import { Dialog } from '@waystory/ui/dialog.tsx';
import { RadioCards } from '@waystory/ui/radio-cards.tsx';
import { toast } from '@waystory/ui/toaster.tsx';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { clockText, dateText, durationText } from '../../../lib/measures.ts';
import { useReader } from '../../../lib/use-reader.ts';
import { allCountries } from '../../../model/country/countries.query.ts';
import { useSaver } from '../../../model/editing/use-session.ts';
import type { EntitySaver } from '../../../model/saving/entity-saver.ts';
import { conflictsIn } from '../../../model/saving/save-state.ts';
import type { Edits } from '../../../model/saving/versions.ts';
import { type ChosenPlace, placeNameOf } from '../place-field/chosen-place.ts';

/** Kind of a value, which selects its text in the conflict dialog. A value without a kind is shown as typed. */
export type ValueKind = FieldKind | 'place' | 'state' | 'date' | 'clock' | 'visibility' | 'countries';

interface TextConflictProps<F extends object> {
  saver: EntitySaver<F>;
  /** Name of the edited entity, such as its day; null for the main entity of the page. */
  where: string | null;
  kinds: Readonly<Record<string, ValueKind>>;
  labelOf: (field: string) => string;
}

/** Resolves a concurrent edit field by field. The writer can postpone the decision. */
export function TextConflict<F extends object>({ saver, where, kinds, labelOf }: TextConflictProps<F>) {
  const { t } = useTranslation('editor');
  const wordsOf = useValueWords();
  const { state } = useSaver(saver);
  const [isLater, setLater] = useState(false);
  const conflicts = conflictsIn(state);
  if (conflicts.length === 0) return null;
  // URL and id belong to one picture, so one question decides about both fields.
  const questions = conflicts.filter(({ field }) => field !== 'imageId' || !conflicts.some((other) => other.field === 'imageUrl'));
  const stays = (field: keyof F, keep: readonly string[]): boolean =>
    keep.includes(field === 'imageId' && questions.length < conflicts.length ? 'imageUrl' : String(field));

  const resolve = (keep: readonly string[]): void => {
    const other: Edits<F> = {};
    for (const { field, mine, theirs } of conflicts) other[field] = stays(field, keep) ? theirs : mine;
    saver.resolve(conflicts.map(({ field }) => field).filter((field) => stays(field, keep)));
    // A form with a save button offers no swap, because saving closes the form.
    if (saver.mode === 'button') return;
    // The toast can swap to the other version for 10 seconds.
    toast.info(keep.length > 0 ? t('conflict.keptMine') : t('conflict.tookTheirs'), {
      duration: 10_000,
      action: { label: t('conflict.swap'), onClick: () => saver.edit(other) },
    });
  };
  const fields = questions.map(({ field, mine, theirs }) => ({
    field: String(field),
    label: [where, labelOf(String(field))].filter(Boolean).join(' · '),
    mine: wordsOf(kinds[String(field)], mine, 'mine'),
    theirs: wordsOf(kinds[String(field)], theirs, 'theirs'),
  }));
  if (isLater) return <PostponedConflictBanner where={where} onOpen={() => setLater(false)} />;
  return <FieldConflictDialog fields={fields} onResolve={resolve} onLater={() => setLater(true)} />;
}

/** Reminder of a postponed conflict. */
export function PostponedConflictBanner({ where, onOpen }: { where: string | null; onOpen: () => void }) {
  const { t } = useTranslation('editor');
  return (
    <Banner
      tone="conflict"
      title={[where, t('conflict.title')].filter(Boolean).join(' · ')}
      text={t('conflict.openText')}
      actions={
        <Button size="sm" onClick={onOpen}>
          {t('conflict.compare')}
        </Button>
      }
    />
  );
}

/** Text for a value, in the language and units of the writer. */
function useValueWords(): (kind: ValueKind | undefined, value: unknown, side: 'mine' | 'theirs') => string {
  const { t } = useTranslation(['editor', 'stop-form']);
  const reader = useReader();
  const { data: countries = [] } = useQuery(allCountries);
  return (kind, value, side) => {
    if (value === null || value === '') return '';
    switch (kind) {
      case 'visibility':
        return t(`visibility.${String(value)}`);
      case 'place':
        return placeNameOf(value as ChosenPlace) ?? t('stop-form:place.byPin'); // kind `place` holds a chosen place
      case 'state':
        return t(`conflict.states.${String(value)}`);
      case 'picture':
        return t(`conflict.picture.${side}`);
      case 'pictures': {
        const pictures = value as StopPicture[]; // kind `pictures` holds pictures of a stop
        return [t('conflict.pictures', { count: pictures.length }), ...pictures.flatMap(({ caption }) => caption ?? [])].join('\n');
      }
      case 'date':
        return dateText(String(value), reader);
      case 'clock':
        return clockText(`1970-01-01T${value}:00Z`, reader);
      case 'minutes':
        return durationText(Number(value), reader);
      case 'countries':
        return (value as string[]).map((id) => countries.find((country) => country.id === id)?.name ?? id).join(', '); // kind `countries` holds ids
      default:
        return Array.isArray(value) ? value.join('\n') : String(value);
    }
  };
}

/** One conflicting field with the wording of both versions. */
interface ConflictingField {
  field: string;
  label: string;
  mine: string;
  theirs: string;
}

type Side = 'mine' | 'theirs';

interface FieldConflictDialogProps {
  fields: readonly ConflictingField[];
  /** Receives the fields that keep my version. */
  onResolve: (keep: string[]) => void;
  /** The writer closes the dialog without a decision, which leaves the conflict open. */
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
