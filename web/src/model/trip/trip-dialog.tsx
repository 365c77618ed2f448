import { useQuery } from '@tanstack/react-query';
import { Banner } from '@waystory/ui/banner.tsx';
import { Button } from '@waystory/ui/button.tsx';
import { Dialog } from '@waystory/ui/dialog.tsx';
import { ErrorState } from '@waystory/ui/error-state.tsx';
import { Field } from '@waystory/ui/field.tsx';
import { Input } from '@waystory/ui/input.tsx';
import { Select } from '@waystory/ui/select.tsx';
import { Skeleton, SkeletonGroup } from '@waystory/ui/skeleton.tsx';
import { useTranslation } from 'react-i18next';
import { useAccount } from '../account/account.query.ts';
import { type ItineraryView, wholeItinerary } from '../itinerary/itinerary.query.ts';
import { ownItineraries } from '../itinerary/own-itineraries.query.ts';
import type { TripStop } from './trip-stop.ts';
import { newTrip, noDay, type TripForm, useTripForm } from './use-trip-form.ts';

/** proto/itineraries/itinerary.ts */
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

/** Asks for the trip of a stop. */
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
        <SkeletonGroup className="flex flex-col gap-5">
          <Skeleton className="h-18" />
          <Skeleton className="h-18" />
        </SkeletonGroup>
      )}
    </Dialog>
  );
}
