import { useQuery } from '@tanstack/react-query';
import type { StopPicture } from '@waystory/proto/itineraries/stop.ts';
import type { FieldKind } from '@waystory/proto/kit/described-field.ts';
import { Banner } from '@waystory/ui/banner.tsx';
import { Button } from '@waystory/ui/button.tsx';
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
import { type ChosenPlace, nameOf } from '../place-field/chosen-place.ts';
import { FieldConflictDialog } from './field-conflict-dialog.tsx';

/** Kind of a value, which selects its wording; other kinds are shown as typed. */
export type ValueKind = FieldKind | 'place' | 'state' | 'date' | 'clock' | 'visibility' | 'countries';

interface TextConflictProps<F extends object> {
  saver: EntitySaver<F>;
  /** Entity of the text, where the page does not tell. */
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
  // A picture is an address and an id: one question decides about both.
  const questions = conflicts.filter(({ field }) => field !== 'imageId' || !conflicts.some((other) => other.field === 'imageUrl'));
  const stays = (field: keyof F, keep: readonly string[]): boolean =>
    keep.includes(field === 'imageId' && questions.length < conflicts.length ? 'imageUrl' : String(field));

  const resolve = (keep: readonly string[]): void => {
    const other: Edits<F> = {};
    for (const { field, mine, theirs } of conflicts) other[field] = stays(field, keep) ? theirs : mine;
    saver.resolve(conflicts.map(({ field }) => field).filter((field) => stays(field, keep)));
    // A form that is saved by a button is left when it is saved.
    if (saver.mode === 'button') return;
    // The version that was not taken stays within reach.
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
  if (isLater) return <OpenQuestion where={where} onOpen={() => setLater(false)} />;
  return <FieldConflictDialog fields={fields} onResolve={resolve} onLater={() => setLater(true)} />;
}

/** Reminder of a postponed conflict. */
export function OpenQuestion({ where, onOpen }: { where: string | null; onOpen: () => void }) {
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

/** A value in the words of the writer. */
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
        return nameOf(value as ChosenPlace) ?? t('stop-form:place.byPin'); // as the form has it
      case 'state':
        return t(`conflict.states.${String(value)}`);
      case 'picture':
        return t(`conflict.picture.${side}`);
      case 'pictures': {
        const pictures = value as StopPicture[]; // as proto/ has them
        return [t('conflict.pictures', { count: pictures.length }), ...pictures.flatMap(({ caption }) => caption ?? [])].join('\n');
      }
      case 'date':
        return dateText(String(value), reader);
      case 'clock':
        return clockText(`1970-01-01T${value}:00Z`, reader);
      case 'minutes':
        return durationText(Number(value), reader);
      case 'countries':
        return (value as string[]).map((id) => countries.find((country) => country.id === id)?.name ?? id).join(', '); // ids, as proto/ has them
      default:
        return Array.isArray(value) ? value.join('\n') : String(value);
    }
  };
}
