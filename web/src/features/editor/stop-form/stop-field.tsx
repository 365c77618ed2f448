import { stopTable } from '@waystory/proto/itineraries/stop.ts';
import type { DescribedField } from '@waystory/proto/kit/described-field.ts';
import { Field, Input, Textarea } from '@waystory/ui/field.tsx';
import { CircleAlert } from 'lucide-react';
import { type Ref, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isRequired, limitOf } from '../../../model/saving/form-fields.ts';
import { type StopInput, type StopValues, stopInputsOf } from './stop-values.ts';
import type { StopForm } from './use-stop-form.ts';

/** One field of the stop form, rendered by its kind in `stopTable`. Its texts are in the locales under `fields`. */
function StopField({ form, name, hint }: { form: StopForm; name: StopInput; hint?: string | undefined }) {
  const { t } = useTranslation('stop-form');
  const described: DescribedField = stopTable[name];
  const value = form.values[name];
  const text = (part: 'hint' | 'placeholder'): string | undefined => t(`fields.${name}.${part}`, { defaultValue: '' }) || undefined;
  const texts = { label: t(`fields.${name}.label`), hint: hint ?? text('hint'), error: form.errors[name] };
  if (described.kind === 'minutes') {
    const { ref, onBlur } = form.control(name);
    const edit = (minutes: number | null): void => form.edit({ [name]: minutes } as Partial<StopValues>); // a field of kind `minutes` holds a number
    return <MinutesField {...texts} value={typeof value === 'number' ? value : null} onChange={edit} onBlur={onBlur} fieldRef={ref} />;
  }
  const input = { ...form.input(name), placeholder: text('placeholder') };
  return (
    <Field {...texts} required={isRequired(described)} optional={!isRequired(described)}>
      {described.kind === 'text' ? (
        <Textarea rows={5} max={limitOf(described)} {...input} />
      ) : (
        <Input maxLength={limitOf(described)} autoComplete="off" {...input} />
      )}
    </Field>
  );
}

interface SectionFieldsProps {
  form: StopForm;
  section: Parameters<typeof stopInputsOf>[0];
  /** Hints that depend on the stop. */
  hints?: { readonly [K in StopInput]?: string | undefined };
}

/** Fields of one section of the stop form, in the order of `stopTable`. */
export const SectionFields = ({ form, section, hints = {} }: SectionFieldsProps) =>
  stopInputsOf(section).map((name) => <StopField key={name} form={form} name={name} hint={hints[name]} />);

/** A duration as the texts of two fields, hours and minutes; both are empty when it is unknown. */
interface HoursAndMinutes {
  hours: string;
  minutes: string;
}

export const hoursAndMinutesOf = (value: number | null): HoursAndMinutes =>
  value === null ? { hours: '', minutes: '' } : { hours: value >= 60 ? String(Math.floor(value / 60)) : '', minutes: String(value % 60) };

/** Parses at most five digits, because no stay needs more. */
const number = (text: string): number => Number(text.replace(/\D/g, '').slice(0, 5));

export const minutesOf = ({ hours, minutes }: HoursAndMinutes): number | null =>
  hours.trim() === '' && minutes.trim() === '' ? null : number(hours) * 60 + number(minutes);

interface MinutesFieldProps {
  label: string;
  hint?: string | undefined;
  error?: string | undefined;
  value: number | null;
  onChange: (minutes: number | null) => void;
  onBlur: () => void;
  /** Ref of the field that receives the focus after a failed validation. */
  fieldRef: Ref<HTMLInputElement>;
}

/** Field of a duration in hours and minutes. */
function MinutesField({ label, hint, error, value, onChange, onBlur, fieldRef }: MinutesFieldProps) {
  const { t } = useTranslation('stop-form');
  const id = useId();
  // Raw input: typing "90" minutes must not turn into "1" and "30" meanwhile.
  const [typed, setTyped] = useState<ReturnType<typeof hoursAndMinutesOf> | null>(null);
  const parts = typed && minutesOf(typed) === value ? typed : hoursAndMinutesOf(value);
  const part = (name: 'hours' | 'minutes') => ({
    inputMode: 'numeric' as const,
    autoComplete: 'off',
    maxLength: 5,
    value: parts[name],
    'aria-label': t(`times.${name}`),
    'aria-invalid': error ? true : undefined,
    'aria-describedby': [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ') || undefined,
    className: 'pr-12 tabular-nums',
    trailing: <span aria-hidden="true">{t(`times.${name}Short`)}</span>,
    onChange: ({ target }: { target: { value: string } }) => {
      const next = { ...parts, [name]: target.value };
      setTyped(next);
      onChange(minutesOf(next));
    },
    onBlur: () => {
      setTyped(null);
      onBlur();
    },
  });
  return (
    <fieldset className="flex min-w-0 flex-col gap-1.5">
      <legend className="mb-1.5 text-small font-semibold">{label}</legend>
      <div className="grid grid-cols-2 gap-2">
        <Input ref={fieldRef} {...part('hours')} />
        <Input {...part('minutes')} />
      </div>
      {hint && (
        <p id={`${id}-hint`} className="text-small text-muted">
          {hint}
        </p>
      )}
      <div aria-live="polite">
        {error && (
          <p id={`${id}-error`} className="flex items-start gap-1.5 text-small font-medium text-danger">
            <CircleAlert aria-hidden="true" className="mt-[0.1875rem] size-4 shrink-0" />
            {error}
          </p>
        )}
      </div>
    </fieldset>
  );
}
