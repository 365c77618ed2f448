import { Button } from '@waystory/ui/button.tsx';
import { Dialog } from '@waystory/ui/dialog.tsx';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { EditSession } from '../../../model/editing/edit-session.ts';
import { useMoves } from '../../../model/editing/use-session.ts';
import type { WholeItinerary } from '../../../model/itinerary/itinerary.query.ts';
import { PostponedConflictBanner, TextConflict, type ValueKind } from './text-conflict.tsx';

interface OrderConflictDialogProps {
  day: string;
  /** Titles of the stops in my order and in their order. */
  mine: readonly string[];
  theirs: readonly string[];
  onResolve: (keep: 'mine' | 'theirs') => void;
  /** The writer closes the dialog without a decision, which leaves the conflict open. */
  onLater: () => void;
}

/** Conflict of a concurrent reorder of the same day: both orders side by side. */
function OrderConflictDialog({ day, mine, theirs, onResolve, onLater }: OrderConflictDialogProps) {
  const { t } = useTranslation('editor');
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onLater()}
      size="lg"
      title={t('conflict.title')}
      description={t('conflict.orderText', { day })}
      footer={
        <>
          <Button variant="secondary" onClick={() => onResolve('theirs')}>
            {t('conflict.takeTheirs')}
          </Button>
          <Button onClick={() => onResolve('mine')}>{t('conflict.keepMine')}</Button>
        </>
      }
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <Order title={t('conflict.mine')} titles={mine} />
        <Order title={t('conflict.theirs')} titles={theirs} />
      </div>
    </Dialog>
  );
}

function Order({ title, titles }: { title: string; titles: readonly string[] }) {
  return (
    <section className="rounded-card bg-sunken p-4">
      <h3 className="mb-2 text-small font-semibold text-muted">{title}</h3>
      <ol className="flex list-decimal flex-col gap-1 pl-5 text-[0.9375rem]">
        {titles.map((stop, index) => (
          // The index is the key, because titles may repeat and the list never changes.
          <li key={index}>{stop}</li>
        ))}
      </ol>
    </section>
  );
}

interface SessionConflictsProps {
  session: EditSession;
  itinerary: WholeItinerary;
}

/** Kinds of the story fields that are not plain text. */
const storyKinds: Readonly<Record<string, ValueKind>> = {
  ...{ visibility: 'visibility', imageUrl: 'picture', imageId: 'picture', countryIds: 'countries', firstDate: 'date' },
};

/** Open conflicts of the session: texts of the itinerary, texts of a day, or the order of a day. */
export function SessionConflicts({ session, itinerary }: SessionConflictsProps) {
  const { t } = useTranslation('editor');
  const texts = { kinds: storyKinds, labelOf: (field: string) => t(`conflict.fields.${field}`) };
  return (
    <div className="flex flex-col gap-3 empty:hidden">
      <TextConflict saver={session.itinerary} where={null} {...texts} />
      {itinerary.days.map((day) => (
        <TextConflict key={day.id} saver={session.day(day)} where={t('day.heading', { number: day.number })} {...texts} />
      ))}
      <OrderConflict session={session} itinerary={itinerary} />
    </div>
  );
}

function OrderConflict({ session, itinerary }: SessionConflictsProps) {
  const { t } = useTranslation('editor');
  const { conflict } = useMoves(session);
  const [isLater, setLater] = useState(false);
  if (!conflict) return null;
  const titlesOf = (ids: readonly string[]): string[] =>
    ids.map((id) => itinerary.stops.find((stop) => stop.id === id)?.title).filter((title) => title !== undefined);
  const day = itinerary.days.find(({ id }) => id === conflict.move.to);
  const where = day ? t('day.heading', { number: day.number }) : t('day.unplanned');
  if (isLater) return <PostponedConflictBanner where={where} onOpen={() => setLater(false)} />;
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
