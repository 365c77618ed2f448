import { Button } from '@waystory/ui/button.tsx';
import { Checkbox } from '@waystory/ui/checkbox.tsx';
import { Field } from '@waystory/ui/field.tsx';
import { Input } from '@waystory/ui/input.tsx';
import { CalendarDays, ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { Controller } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { dateText } from '../../../lib/measures.ts';
import { useReader } from '../../../lib/use-reader.ts';
import { coordinatesOf } from '../place-field/chosen-place.ts';
import { distanceLabel } from '../place-field/distance-label.ts';
import { nextDate } from './clock-times.ts';
import type { DayContext } from './day-context.ts';
import { FormSection } from './form-section.tsx';
import { MinutesField } from './minutes-field.tsx';
import type { StopForm } from './use-stop-form.ts';

/** One wrong time may make another one wrong, so all of them are looked at again. */
const all = { deps: ['date', 'arrival', 'start', 'departure'] as ('date' | 'arrival' | 'start' | 'departure')[] };

/** When one is there and for how long, in one line; the rest is unfolded by whoever needs it. */
export function TimesSection({ form, context }: { form: StopForm; context: DayContext }) {
  const { t } = useTranslation('stop-form');
  const reader = useReader();
  const { errors } = form.formState;
  const [date, arrival, start, departureDate, travel] = form.watch(['date', 'arrival', 'start', 'departureDate', 'travelTimeMinutes']);
  // A stop that says when one arrives, and not when it starts, goes on saying so.
  const [begins] = useState<'arrival' | 'start'>(() => (arrival !== '' && start === '' ? 'arrival' : 'start'));
  const [isOpen, setOpen] = useState(() => departureDate !== '' || travel !== null || (arrival !== '' && start !== ''));
  const hasHiddenError = Boolean(errors.date ?? errors.departureDate ?? errors.travelTimeMinutes ?? errors[begins === 'start' ? 'arrival' : 'start']);
  const isUnfolded = isOpen || hasHiddenError;
  return (
    <FormSection title={t('times.heading')} text={t('times.text')}>
      {context.isDateFixed && date !== '' && (
        <p className="-mt-2 flex items-center gap-2 text-small text-muted">
          <CalendarDays aria-hidden="true" className="size-4" />
          {t('times.dateOfDay', { date: dateText(date, reader) })}
        </p>
      )}
      <div className="grid grid-cols-2 items-start gap-x-4 gap-y-5 @2xl:grid-cols-[1fr_1fr_1.6fr]">
        <Field label={t(begins === 'arrival' ? 'times.arrival' : 'times.start')} error={errors[begins]?.message}>
          <Input type="time" {...form.register(begins, all)} />
        </Field>
        <Field label={t('times.departure')} error={errors.departure?.message}>
          <Input type="time" {...form.register('departure', all)} />
        </Field>
        <div className="col-span-2 @2xl:col-span-1">
          <Span form={form} name="durationMinutes" label={t('times.duration')} />
        </div>
      </div>
      <Button
        variant="quiet"
        size="sm"
        aria-expanded={isUnfolded}
        className="-ml-3 self-start text-muted"
        icon={<ChevronDown aria-hidden="true" className={isUnfolded ? 'rotate-180' : undefined} />}
        onClick={() => setOpen(!isUnfolded)}
      >
        {t('times.more')}
      </Button>
      {isUnfolded && <MoreTimes form={form} context={context} other={begins === 'start' ? 'arrival' : 'start'} />}
    </FormSection>
  );
}

interface MoreTimesProps {
  form: StopForm;
  context: DayContext;
  /** Of arriving and starting the one that the line does not have. */
  other: 'arrival' | 'start';
}

function MoreTimes({ form, context, other }: MoreTimesProps) {
  const { t } = useTranslation('stop-form');
  const { errors } = form.formState;
  return (
    <div className="grid animate-fade-in gap-x-4 gap-y-5 sm:grid-cols-2">
      {!context.isDateFixed && (
        <Field label={t('times.date')} hint={t('times.dateHint')} error={errors.date?.message}>
          <Input type="date" {...form.register('date', all)} />
        </Field>
      )}
      <Field label={t(`times.${other}`)} error={errors[other]?.message}>
        <Input type="time" {...form.register(other, all)} />
      </Field>
      <LeavingLater form={form} />
      <WayHere form={form} context={context} />
    </div>
  );
}

/** Who stays over night leaves on the next day, or on a date where there are dates. */
function LeavingLater({ form }: { form: StopForm }) {
  const { t } = useTranslation('stop-form');
  const [date, departureDate] = form.watch(['date', 'departureDate']);
  const error = form.formState.errors.departureDate?.message;
  const choose = (isLater: boolean): void =>
    form.setValue('departureDate', isLater ? nextDate(date) : '', { shouldDirty: true, shouldValidate: true });
  return (
    <div className="flex flex-col gap-3 self-end">
      <Checkbox
        label={t(date === '' ? 'times.leaveNextDay' : 'times.leaveLater')}
        checked={departureDate !== ''}
        onCheckedChange={(checked) => choose(checked === true)}
      />
      {departureDate !== '' && date !== '' && (
        <Field label={t('times.departureDate')} error={error}>
          <Input type="date" {...form.register('departureDate', all)} />
        </Field>
      )}
    </div>
  );
}

function WayHere({ form, context: { before } }: { form: StopForm; context: DayContext }) {
  const { t } = useTranslation('stop-form');
  const reader = useReader();
  const place = form.watch('place');
  const distance = place && before && distanceLabel(before.coordinates, coordinatesOf(place), reader);
  const hint =
    distance && before ? t('times.travelFrom', { distance, title: before.title }) : before ? t('times.travelHint') : t('times.travelFirst');
  return <Span form={form} name="travelTimeMinutes" label={t('times.travel')} hint={hint} />;
}

interface SpanProps {
  form: StopForm;
  name: 'durationMinutes' | 'travelTimeMinutes';
  label: string;
  hint?: string;
}

const Span = ({ form, name, label, hint }: SpanProps) => (
  <Controller
    control={form.control}
    name={name}
    render={({ field, fieldState }) => (
      <MinutesField
        label={label}
        hint={hint}
        error={fieldState.error?.message}
        value={field.value}
        onChange={field.onChange}
        onBlur={field.onBlur}
        fieldRef={field.ref}
      />
    )}
  />
);
