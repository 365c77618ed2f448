import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { allCountries } from '../../../model/country/countries.query.ts';
import type { EditSession } from '../../../model/editing/edit-session.ts';
import { useMoves, useSaver } from '../../../model/editing/use-session.ts';
import type { WholeItinerary } from '../../../model/itinerary/itinerary.query.ts';
import type { EntitySaver } from '../../../model/saving/entity-saver.ts';
import { conflictsIn } from '../../../model/saving/save-state.ts';
import type { Edits } from '../../../model/saving/versions.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { toast } from '../../../ui/toaster.tsx';
import { FieldConflictDialog } from './field-conflict-dialog.tsx';
import { OrderConflictDialog } from './order-conflict-dialog.tsx';

/** The question that is open, if there is one: texts of the itinerary, texts of a day, the order of a day. */
export function SessionConflicts({ session, itinerary }: { session: EditSession; itinerary: WholeItinerary }) {
  const { t } = useTranslation('editor');
  return (
    <div className="flex flex-col gap-3 empty:hidden">
      <TextConflict saver={session.itinerary} where={null} />
      {itinerary.days.map((day) => (
        <TextConflict key={day.id} saver={session.day(day)} where={t('day.heading', { number: day.number })} />
      ))}
      <OrderConflict session={session} itinerary={itinerary} />
    </div>
  );
}

function TextConflict<F extends object>({ saver, where }: { saver: EntitySaver<F>; where: string | null }) {
  const { t } = useTranslation('editor');
  const wordsOf = useValueWords();
  const { state } = useSaver(saver);
  const [isLater, setLater] = useState(false);
  const conflicts = conflictsIn(state);
  if (conflicts.length === 0) return null;
  // A picture is an address and an id: one question decides about both.
  const asked = conflicts.filter(({ field }) => field !== 'imageId' || !conflicts.some((other) => other.field === 'imageUrl'));
  const stays = (field: keyof F, keep: readonly string[]): boolean =>
    keep.includes(field === 'imageId' && asked.length < conflicts.length ? 'imageUrl' : String(field));
  const labelOf = (field: string): string => [where, t(`conflict.fields.${field === 'imageId' ? 'imageUrl' : field}`)].filter(Boolean).join(' · ');

  const resolve = (keep: readonly string[]): void => {
    const other: Edits<F> = {};
    for (const { field, mine, theirs } of conflicts) other[field] = stays(field, keep) ? theirs : mine;
    saver.resolve(conflicts.map(({ field }) => field).filter((field) => stays(field, keep)));
    // The version that was not taken stays within reach.
    toast.info(keep.length > 0 ? t('conflict.keptMine') : t('conflict.tookTheirs'), {
      duration: 10_000,
      action: { label: t('conflict.swap'), onClick: () => saver.edit(other) },
    });
  };
  const fields = asked.map(({ field, mine, theirs }) => ({
    field: String(field),
    label: labelOf(String(field)),
    mine: wordsOf(String(field), mine),
    theirs: wordsOf(String(field), theirs),
  }));
  if (isLater) return <OpenQuestion where={where} onOpen={() => setLater(false)} />;
  return <FieldConflictDialog fields={fields} onResolve={resolve} onLater={() => setLater(true)} />;
}

/** Stands for a question that was put off. */
function OpenQuestion({ where, onOpen }: { where: string | null; onOpen: () => void }) {
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

/** A value of a field as the writer knows it. */
function useValueWords(): (field: string, value: unknown) => string {
  const { t } = useTranslation('editor');
  const { data: countries = [] } = useQuery(allCountries);
  return (field, value) => {
    if (field === 'visibility') return t(`visibility.${String(value)}`);
    if (field === 'countryIds' && Array.isArray(value))
      return value.map((id) => countries.find((country) => country.id === id)?.name ?? id).join(', ');
    return Array.isArray(value) ? value.join('\n') : String(value ?? '');
  };
}

function OrderConflict({ session, itinerary }: { session: EditSession; itinerary: WholeItinerary }) {
  const { t } = useTranslation('editor');
  const { conflict } = useMoves(session);
  const [isLater, setLater] = useState(false);
  if (!conflict) return null;
  const titlesOf = (ids: readonly string[]): string[] =>
    ids.map((id) => itinerary.stops.find((stop) => stop.id === id)?.title).filter((title) => title !== undefined);
  const day = itinerary.days.find(({ id }) => id === conflict.move.to);
  const where = day ? t('day.heading', { number: day.number }) : t('day.unplanned');
  if (isLater) return <OpenQuestion where={where} onOpen={() => setLater(false)} />;
  return (
    <OrderConflictDialog
      day={where}
      mine={titlesOf(conflict.mine)}
      theirs={titlesOf(conflict.theirs)}
      onResolve={(side) => session.moves.resolve(side)}
      onLater={() => setLater(true)}
    />
  );
}
