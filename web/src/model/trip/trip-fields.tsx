import { useQuery } from '@tanstack/react-query';
import { Banner } from '@waystory/ui/banner.tsx';
import { Field } from '@waystory/ui/field.tsx';
import { Input } from '@waystory/ui/input.tsx';
import { Select } from '@waystory/ui/select.tsx';
import { useTranslation } from 'react-i18next';
import { type ItineraryView, wholeItinerary } from '../itinerary/itinerary.query.ts';
import { newTrip, noDay, type TripForm } from './use-trip-form.ts';

/** proto/itineraries/itinerary.ts */
const longestTitle = 120;

/** The trip, and its day or its name. */
export function TripFields({ trips, form }: { trips: readonly ItineraryView[]; form: TripForm }) {
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

/** Its days come a moment later, and the stop may wait for one without. */
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
