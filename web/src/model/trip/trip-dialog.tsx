import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { problemCode } from '@waystory/client/api.ts';
import { Banner } from '@waystory/ui/banner.tsx';
import { Button } from '@waystory/ui/button.tsx';
import { Dialog } from '@waystory/ui/dialog.tsx';
import { Field, Input } from '@waystory/ui/field.tsx';
import { Select } from '@waystory/ui/select.tsx';
import { SkeletonBlocks } from '@waystory/ui/skeleton.tsx';
import { ErrorState } from '@waystory/ui/state-panel.tsx';
import { toast } from '@waystory/ui/toast-store.ts';
import { type MouseEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAccount } from '../account/account.query.ts';
import { type ItineraryView, refreshAround, wholeItinerary } from '../itinerary/itinerary.query.ts';
import { itineraryWrites } from '../itinerary/itinerary-writes.ts';
import { ownItineraries } from '../itinerary/own-itineraries.query.ts';
import { undoTime } from '../saving/deletions.ts';
import { writeFailureOf } from '../saving/failure.ts';
import { type AddedStop, addToTrip, type TripChoice } from './add-to-trip.ts';
import type { TripStop } from './trip-stop.ts';

/** Longest title of a trip (proto/itineraries/itinerary.ts), characters. */
const longestTitle = 120;

/** Inputs for the trip, and for its day or a new trip's name. */
function TripFields({ trips, form }: { trips: readonly ItineraryView[]; form: TripForm }) {
  const { t } = useTranslation('trip');
  return (
    <>
      <Field label={t('trip')}>
        <Select
          options={[...trips.map(({ id, title }) => ({ value: id, label: title })), { value: newTrip, label: t('newTrip') }]}
          value={form.tripId}
          onValueChange={form.choose}
        />
      </Field>
      {form.isNew ? (
        <Field label={t('name')} error={form.titleError} required>
          <Input value={form.title} maxLength={longestTitle} autoComplete="off" onChange={({ target }) => form.setTitle(target.value)} />
        </Field>
      ) : (
        <DayField key={form.tripId} form={form} />
      )}
      {form.error && <Banner tone="refused" title={form.error} />}
    </>
  );
}

/** The days load later; the stop may stay without a day. */
function DayField({ form: { tripId, dayId, chooseDay } }: { form: TripForm }) {
  const { t } = useTranslation('trip');
  const days = useQuery(wholeItinerary(tripId)).data?.days ?? [];
  const options = days
    .toSorted((a, b) => a.number - b.number)
    .map(({ id, number, title }) => ({ value: id, label: [t('day', { number }), title].filter(Boolean).join(' · ') }));
  return (
    <Field label={t('dayLabel')}>
      <Select options={[{ value: noDay, label: t('noDay') }, ...options]} value={dayId} onValueChange={chooseDay} />
    </Field>
  );
}

export interface TripDialogProps {
  stop: TripStop;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Dialog to choose the trip for a stop. */
export function TripDialog({ stop, open, onOpenChange }: TripDialogProps) {
  const { t } = useTranslation('trip');
  const account = useAccount();
  const accountId = account.data?.id ?? '';
  const own = useQuery({ ...ownItineraries(accountId), enabled: accountId !== '' });
  // A list from before the dialog opened may lack newer trips.
  const isKnown = own.isFetchedAfterMount || !own.isFetching;
  const trips = isKnown ? own.data?.filter(({ binnedAt }) => binnedAt === null) : undefined;
  const form = useTripForm(stop, trips, () => onOpenChange(false));
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={t('title', { title: stop.title })}
      description={t('text')}
      footer={
        <>
          <Button variant="quiet" onClick={() => onOpenChange(false)}>
            {t('cancel')}
          </Button>
          <Button type="submit" form="trip" disabled={!trips} loading={form.isPending}>
            {t('add')}
          </Button>
        </>
      }
    >
      {trips ? (
        <form
          id="trip"
          className="flex flex-col gap-5"
          onSubmit={(event) => {
            event.preventDefault();
            void form.send();
          }}
        >
          <TripFields trips={trips} form={form} />
        </form>
      ) : own.isError || account.isError ? (
        <ErrorState
          headingLevel={3}
          title={t('unread')}
          retrying={own.isFetching || account.isFetching}
          onRetry={() => void (account.isError ? account.refetch() : own.refetch())}
        />
      ) : (
        <SkeletonBlocks count={2} className="flex flex-col gap-5" blockClassName="h-18" />
      )}
    </Dialog>
  );
}

/** Option value of a new trip. */
const newTrip = 'new';
/** Option value without a day. */
const noDay = 'none';

/** Keys of the refusal texts in `trip.json`, by problem code. */
const reasons: Readonly<Record<string, string>> = {
  'stop/too-many': 'full',
  'itinerary/too-large': 'tooLarge',
  'place/unknown': 'gone',
  'itinerary/unknown': 'tripGone',
};

type TripForm = ReturnType<typeof useTripForm>;

/** Choices in the dialog, and one idempotent request for them. */
function useTripForm(stop: TripStop, trips: readonly ItineraryView[] | undefined, onDone: () => void) {
  const { t } = useTranslation('trip');
  const say = useAddedToast();
  const [chosenId, setChosenId] = useState<string | null>(null);
  const [dayId, setDayId] = useState(noDay);
  const [title, setTitle] = useState('');
  const [isPending, setPending] = useState(false);
  const [problem, setProblem] = useState<'title' | 'send' | null>(null);
  const [reason, setReason] = useState('failed');
  const attempt = useRef({ sent: '', key: '' });
  // The most recently changed trip is the default.
  const tripId = chosenId ?? trips?.[0]?.id ?? newTrip;
  const isNew = tripId === newTrip;

  const send = async (): Promise<void> => {
    if (isPending) return;
    if (isNew && title.trim() === '') return setProblem('title');
    const choice: TripChoice = isNew
      ? { kind: 'new', title: title.trim() }
      : { kind: 'own', itineraryId: tripId, dayId: dayId === noDay ? null : dayId };
    const sent = JSON.stringify(choice);
    if (attempt.current.sent !== sent) attempt.current = { sent, key: crypto.randomUUID() };
    setPending(true);
    setProblem(null);
    try {
      const added = await addToTrip(itineraryWrites, stop, choice, attempt.current.key);
      await refreshAround(added.itineraryId).catch(() => null);
      onDone();
      say(stop, isNew ? title.trim() : (trips?.find(({ id }) => id === tripId)?.title ?? ''), added);
    } catch (error) {
      // A refused attempt created nothing, so the next one gets a new key.
      if (writeFailureOf(error).type === 'refused') attempt.current = { sent: '', key: '' };
      setReason(reasons[problemCode(error) ?? ''] ?? 'failed');
      setProblem('send');
    } finally {
      setPending(false);
    }
  };
  const choose = (id: string): void => {
    setChosenId(id);
    setDayId(noDay);
    setProblem(null);
  };
  const write = (text: string): void => {
    setTitle(text);
    setProblem(null);
  };
  return {
    ...{ tripId, isNew, choose, dayId, chooseDay: setDayId, title, setTitle: write, isPending, send },
    titleError: problem === 'title' ? t('titleMissing') : null,
    error: problem === 'send' ? t(reason) : null,
  };
}

/** Toast after adding a stop, with a link to the trip and an undo. */
function useAddedToast(): (stop: TripStop, trip: string, added: AddedStop) => void {
  const { t } = useTranslation(['trip', 'translation']);
  const router = useRouter();
  return ({ title }, trip, { itineraryId, takeBack }) => {
    const id = `trip-${itineraryId}`;
    const { href } = router.buildLocation({ to: '/itineraries/$id/edit', params: { id: itineraryId } });
    // Toasts render outside the pages, without the router's `Link`.
    const follow = (event: MouseEvent): void => {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      toast.dismiss(id);
      void router.navigate({ to: '/itineraries/$id/edit', params: { id: itineraryId } });
    };
    const undo = async (): Promise<void> => {
      toast.dismiss(id);
      try {
        await takeBack();
        await refreshAround(itineraryId).catch(() => null);
        toast(t('takenBack', { title }));
      } catch {
        toast.error(t('undoFailed', { title, trip }));
      }
    };
    toast.success(t('added', { title, trip }), {
      id,
      duration: undoTime,
      description: (
        <a href={href} onClick={follow} className="rounded-sm font-semibold text-accent-text underline underline-offset-2">
          {t('open')}
        </a>
      ),
      action: { label: t('common.undo', { ns: 'translation' }), onClick: () => void undo() },
    });
  };
}
