import { stopTable } from '@waystory/proto/itineraries/stop.ts';
import type { DescribedField } from '@waystory/proto/kit/described-field.ts';
import { Field } from '@waystory/ui/field.tsx';
import { Input } from '@waystory/ui/input.tsx';
import { Textarea } from '@waystory/ui/textarea.tsx';
import { useTranslation } from 'react-i18next';
import { isRequired, limitOf } from '../../../model/saving/form-fields.ts';
import { MinutesField } from './minutes-field.tsx';
import { inputsOf, type StopInput, type StopValues } from './stop-values.ts';
import type { StopForm } from './use-stop-form.ts';

interface StopFieldProps {
  form: StopForm;
  name: StopInput;
  hint?: string | undefined;
}

/** A field of the vocabulary, rendered by its kind. Its texts are in the locales under `fields`. */
function StopField({ form, name, hint }: StopFieldProps) {
  const { t } = useTranslation('stop-form');
  const described: DescribedField = stopTable[name];
  const value = form.values[name];
  const text = (part: 'hint' | 'placeholder'): string | undefined => t(`fields.${name}.${part}`, { defaultValue: '' }) || undefined;
  const texts = { label: t(`fields.${name}.label`), hint: hint ?? text('hint'), error: form.errors[name] };
  if (described.kind === 'minutes') {
    const { ref, onBlur } = form.control(name);
    const edit = (minutes: number | null): void => form.edit({ [name]: minutes } as Partial<StopValues>); // a field of minutes
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
  section: Parameters<typeof inputsOf>[0];
  /** Hints that depend on the stop. */
  hints?: { readonly [K in StopInput]?: string | undefined };
}

/** Fields of a section of the vocabulary in their order. */
export const SectionFields = ({ form, section, hints = {} }: SectionFieldsProps) =>
  inputsOf(section).map((name) => <StopField key={name} form={form} name={name} hint={hints[name]} />);
