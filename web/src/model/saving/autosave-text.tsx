import { useSelector } from '@tanstack/react-store';
import { Field, Input, Textarea } from '@waystory/ui/field.tsx';
import { type ChangeEvent, type ReactNode, useState } from 'react';
import type { EntitySaver } from './entity-saver.ts';
import { useProblemText } from './field-problem.ts';

type TextField<F extends object> = { [K in keyof F]: F[K] extends string | null ? K : never }[keyof F];

export interface AutosaveTextProps<F extends object> {
  saver: EntitySaver<F>;
  field: TextField<F>;
  label: ReactNode;
  hideLabel?: boolean;
  hint?: ReactNode;
  placeholder?: string;
  /** An empty text stays empty and shows an error. Without `required`, it becomes null. */
  required?: boolean;
  /** Initial number of lines; without it, a single-line input. */
  rows?: number;
  /** Maximum in characters. */
  max?: number;
  className?: string;
  controlClassName?: string;
}

/** An autosaving text field: saves after a pause in typing, and on blur. */
export function AutosaveText<F extends object>(props: AutosaveTextProps<F>) {
  const { saver, field, label, hideLabel, hint, placeholder, required = false, rows, max, className, controlClassName } = props;
  // Selects this field alone, so typing into others does not render it.
  const kept = useSelector(saver.store, ({ fields }) => fields[field]);
  const problem = useSelector(saver.store, ({ problems }) => problems[field]);
  const problemText = useProblemText();
  const saved = (kept as string | null) ?? ''; // as: TextField only allows text fields
  const [typed, setTyped] = useState<string | null>(null);
  // The server trims texts, but a trailing blank must not vanish while typing.
  const value = typed !== null && typed.trim() === saved.trim() ? typed : saved;

  const change = ({ target }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>): void => {
    setTyped(target.value);
    const text = target.value === '' && !required ? null : target.value;
    saver.edit({ [field]: text } as Partial<F>); // as: one text field of F
  };
  const leave = (): void => {
    setTyped(null);
    void saver.flush();
  };
  const control = { value, placeholder, onChange: change, onBlur: leave, className: controlClassName };
  return (
    <Field
      label={label}
      hideLabel={hideLabel}
      hint={hint}
      error={problem && problemText(problem, String(field))}
      required={required}
      className={className}
    >
      {rows === undefined ? (
        <Input {...control} maxLength={max} autoComplete="off" />
      ) : (
        <Textarea {...control} rows={rows} max={max} isInline={hideLabel === true} />
      )}
    </Field>
  );
}
