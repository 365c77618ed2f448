import { Button } from '@waystory/ui/button.tsx';
import { Checkbox } from '@waystory/ui/checkbox.tsx';
import { Field, Input } from '@waystory/ui/field.tsx';
import { CalendarDays, ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { dateText } from '../../../lib/measures.ts';
import { useReader } from '../../../lib/use-reader.ts';
import { coordinatesOf } from '../place-field/chosen-place.ts';
import { distanceLabel } from '../place-field/distance-label.ts';
import { nextDate } from './clock-times.ts';
import type { DayContext } from './day-context.ts';
import { FormSection } from './form-section.tsx';
import { SectionFields } from './stop-field.tsx';
import { stopInputsOf } from './stop-values.ts';
import type { StopForm } from './use-stop-form.ts';

/** A blur of one time field shows the problems of all, because they are validated against each other. */
const clockFields = ['date', 'arrival', 'start', 'departure'] as const;
const clockInput = (form: StopForm, name: (typeof clockFields)[number] | 'departureDate') => form.input(name, ...clockFields);

/** Times and stay in one line; further fields are unfolded on demand. */
export function TimesSection({ form, context }: { form: StopForm; context: DayContext }) {
  const { t } = useTranslation('stop-form');
  const reader = useReader();
  const { errors, values } = form;
  const { date, arrival, start, departureDate } = values;
  const more = stopInputsOf('moreTimes');
  // The visible line has the arrival for a stop with an arrival and no start, else the start.
  const [begins] = useState<'arrival' | 'start'>(() => (arrival !== '' && start === '' ? 'arrival' : 'start'));
  const [isOpen, setOpen] = useState(() => departureDate !== '' || more.some((name) => values[name] !== null) || (arrival !== '' && start !== ''));
  const hidden = ['date', 'departureDate', begins === 'start' ? 'arrival' : 'start', ...more] as const;
  const hasHiddenError = hidden.some((name) => errors[name]);
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
        <Field label={t(`fields.${begins}.label`)} error={errors[begins]}>
          <Input type="time" {...clockInput(form, begins)} />
        </Field>
        <Field label={t('fields.departure.label')} error={errors.departure}>
          <Input type="time" {...clockInput(form, 'departure')} />
        </Field>
        <div className="col-span-2 grid gap-y-5 @2xl:col-span-1">
          <SectionFields form={form} section="times" />
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
  /** The clock time that the visible line does not show. */
  other: 'arrival' | 'start';
}

function MoreTimes({ form, context, other }: MoreTimesProps) {
  const { t } = useTranslation('stop-form');
  const { errors } = form;
  return (
    <div className="grid animate-fade-in gap-x-4 gap-y-5 sm:grid-cols-2">
      {!context.isDateFixed && (
        <Field label={t('fields.date.label')} hint={t('times.dateHint')} error={errors.date}>
          <Input type="date" {...clockInput(form, 'date')} />
        </Field>
      )}
      <Field label={t(`fields.${other}.label`)} error={errors[other]}>
        <Input type="time" {...clockInput(form, other)} />
      </Field>
      <LeavingLater form={form} />
      <WayHere form={form} context={context} />
    </div>
  );
}

/** Departure on a later day: the next day, or a chosen date when the stop has a date. */
function LeavingLater({ form }: { form: StopForm }) {
  const { t } = useTranslation('stop-form');
  const { date, departureDate } = form.values;
  const choose = (isLater: boolean): void => {
    form.edit({ departureDate: isLater ? nextDate(date) : '' });
    form.show('departureDate');
  };
  return (
    <div className="flex flex-col gap-3 self-end">
      <Checkbox
        label={t(date === '' ? 'times.leaveNextDay' : 'times.leaveLater')}
        checked={departureDate !== ''}
        onCheckedChange={(checked) => choose(checked === true)}
      />
      {departureDate !== '' && date !== '' && (
        <Field label={t('fields.departureDate.label')} error={form.errors.departureDate}>
          <Input type="date" {...clockInput(form, 'departureDate')} />
        </Field>
      )}
    </div>
  );
}

/** Travel time from the previous stop, and further durations. */
function WayHere({ form, context: { before } }: { form: StopForm; context: DayContext }) {
  const { t } = useTranslation('stop-form');
  const reader = useReader();
  const { place } = form.values;
  const distance = place && before && distanceLabel(before.coordinates, coordinatesOf(place), reader);
  const hint =
    distance && before ? t('times.travelFrom', { distance, title: before.title }) : before ? t('times.travelHint') : t('times.travelFirst');
  return <SectionFields form={form} section="moreTimes" hints={{ travelTimeMinutes: hint }} />;
}
