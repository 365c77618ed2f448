import { CalendarPlus } from 'lucide-react';
import { useState } from 'react';
import { Controller } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/field.tsx';
import { Input } from '../../../ui/input.tsx';
import { useReader } from '../../story/use-reader.ts';
import { coordinatesOf } from '../place-field/chosen-place.ts';
import { distanceLabel } from '../place-field/distance-label.ts';
import type { DayContext } from './day-context.ts';
import { FormSection } from './form-section.tsx';
import { MinutesField } from './minutes-field.tsx';
import { useProblemText } from './use-problem-text.ts';
import type { StopForm } from './use-stop-draft.ts';

/** When one is there, for how long, and how long the way takes. */
export function TimesSection({ form, context }: { form: StopForm; context: DayContext }) {
  const { t } = useTranslation('stop-form');
  const problem = useProblemText();
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
              error={problem(fieldState.error)}
              value={field.value}
              onChange={field.onChange}
              onBlur={field.onBlur}
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
              error={problem(fieldState.error)}
              value={field.value}
              onChange={field.onChange}
              onBlur={field.onBlur}
            />
          )}
        />
      </div>
    </FormSection>
  );
}

function Clocks({ form }: { form: StopForm }) {
  const { t } = useTranslation('stop-form');
  const problem = useProblemText();
  const { errors } = form.formState;
  const [isOpen, setOpen] = useState(false);
  const hasDepartureDate = form.watch('departureDate') !== '';
  // One wrong time may make another one wrong, so all of them are looked at again.
  const all = { deps: ['date', 'arrival', 'start', 'departure'] as ('date' | 'arrival' | 'start' | 'departure')[] };
  return (
    <div className="grid grid-cols-1 gap-x-4 gap-y-5 min-[22rem]:grid-cols-2 sm:grid-cols-[1.4fr_1fr_1fr_1fr]">
      <Field label={t('times.date')} error={problem(errors.date)} className="col-span-full sm:col-span-1">
        <Input type="date" {...form.register('date', all)} />
      </Field>
      <Field label={t('times.arrival')} error={problem(errors.arrival)}>
        <Input type="time" {...form.register('arrival', all)} />
      </Field>
      <Field label={t('times.start')} error={problem(errors.start)}>
        <Input type="time" {...form.register('start', all)} />
      </Field>
      <Field label={t('times.departure')} error={problem(errors.departure)}>
        <Input type="time" {...form.register('departure', all)} />
      </Field>
      <div className="col-span-full -mt-2">
        {isOpen || hasDepartureDate ? (
          <Field label={t('times.departureDate')} error={problem(errors.departureDate)} className="sm:max-w-56">
            <Input type="date" {...form.register('departureDate', all)} />
          </Field>
        ) : (
          <Button variant="quiet" size="sm" className="-ml-3 text-muted" icon={<CalendarPlus aria-hidden="true" />} onClick={() => setOpen(true)}>
            {t('times.leaveLater')}
          </Button>
        )}
      </div>
    </div>
  );
}
