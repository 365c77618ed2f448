import { Button } from '@waystory/ui/button.tsx';
import { Field } from '@waystory/ui/field.tsx';
import { Input } from '@waystory/ui/input.tsx';
import { CalendarPlus } from 'lucide-react';
import { useState } from 'react';
import { Controller } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useReader } from '../../../lib/use-reader.ts';
import { coordinatesOf } from '../place-field/chosen-place.ts';
import { distanceLabel } from '../place-field/distance-label.ts';
import type { DayContext } from './day-context.ts';
import { FormSection } from './form-section.tsx';
import { MinutesField } from './minutes-field.tsx';
import type { StopForm } from './use-stop-form.ts';

/** When one is there, for how long, and how long the way takes. */
export function TimesSection({ form, context }: { form: StopForm; context: DayContext }) {
  const { t } = useTranslation('stop-form');
  const reader = useReader();
  const place = form.watch('place');
  const { before } = context;
  const distance = place && before && distanceLabel(before.coordinates, coordinatesOf(place), reader);
  return (
    <FormSection title={t('times.heading')} text={t('times.text')}>
      <Clocks form={form} />
      <div className="grid gap-5 sm:grid-cols-2">
        <Controller
          control={form.control}
          name="durationMinutes"
          render={({ field, fieldState }) => (
            <MinutesField
              label={t('times.duration')}
              hint={t('times.durationHint')}
              error={fieldState.error?.message}
              value={field.value}
              onChange={field.onChange}
              onBlur={field.onBlur}
              fieldRef={field.ref}
            />
          )}
        />
        <Controller
          control={form.control}
          name="travelTimeMinutes"
          render={({ field, fieldState }) => (
            <MinutesField
              label={t('times.travel')}
              hint={
                distance && before
                  ? t('times.travelFrom', { distance, title: before.title })
                  : before
                    ? t('times.travelHint')
                    : t('times.travelFirst')
              }
              error={fieldState.error?.message}
              value={field.value}
              onChange={field.onChange}
              onBlur={field.onBlur}
              fieldRef={field.ref}
            />
          )}
        />
      </div>
    </FormSection>
  );
}

function Clocks({ form }: { form: StopForm }) {
  const { t } = useTranslation('stop-form');
  const { errors } = form.formState;
  const [isOpen, setOpen] = useState(false);
  const hasDepartureDate = form.watch('departureDate') !== '';
  // One wrong time may make another one wrong, so all of them are looked at again.
  const all = { deps: ['date', 'arrival', 'start', 'departure'] as ('date' | 'arrival' | 'start' | 'departure')[] };
  return (
    <div className="grid grid-cols-2 gap-x-4 gap-y-5 sm:grid-cols-6">
      <Field label={t('times.date')} error={errors.date?.message} className="col-span-full sm:col-span-3">
        <Input type="date" {...form.register('date', all)} />
      </Field>
      <div className="col-span-full sm:col-span-3">
        {isOpen || hasDepartureDate ? (
          <Field label={t('times.departureDate')} error={errors.departureDate?.message}>
            <Input type="date" {...form.register('departureDate', all)} />
          </Field>
        ) : (
          <Button
            variant="quiet"
            size="sm"
            className="text-muted max-sm:-my-2 max-sm:-ml-3 sm:mt-8.5"
            icon={<CalendarPlus aria-hidden="true" />}
            onClick={() => setOpen(true)}
          >
            {t('times.leaveLater')}
          </Button>
        )}
      </div>
      <Field label={t('times.arrival')} error={errors.arrival?.message} className="sm:col-span-2">
        <Input type="time" {...form.register('arrival', all)} />
      </Field>
      <Field label={t('times.start')} error={errors.start?.message} className="sm:col-span-2">
        <Input type="time" {...form.register('start', all)} />
      </Field>
      <Field label={t('times.departure')} error={errors.departure?.message} className="sm:col-span-2">
        <Input type="time" {...form.register('departure', all)} />
      </Field>
    </div>
  );
}
