import { CircleAlert } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { cn } from './class-names.ts';
import { FieldContext } from './field-control.ts';
import { useUiTexts } from './ui-texts.tsx';

export interface FieldProps {
  label: ReactNode;
  /** Shows the label to screen readers only. */
  hideLabel?: boolean;
  hint?: ReactNode;
  /** Error message; the control is invalid meanwhile. */
  error?: ReactNode;
  required?: boolean;
  /** Marks the label as optional. */
  optional?: boolean;
  className?: string;
  /** Input, Textarea or Select, which takes id and descriptions from here. */
  children: ReactNode;
}

/** Label, control, hint and error, connected by ids. */
export function Field({ label, hideLabel = false, hint, error, required = false, optional = false, className, children }: FieldProps) {
  const id = useId();
  const texts = useUiTexts();
  const hintId = hint ? `${id}-hint` : undefined;
  const errorId = error ? `${id}-error` : undefined;
  const describedBy = [errorId, hintId].filter(Boolean).join(' ') || undefined;
  return (
    <FieldContext value={{ id, describedBy, invalid: Boolean(error), required }}>
      <div className={cn('flex min-w-0 flex-col gap-1.5', className)}>
        <label htmlFor={id} className={cn('flex items-baseline gap-2 text-small font-semibold text-ink', hideLabel && 'sr-only')}>
          {label}
          {optional && <span className="text-caption font-medium text-muted">{texts.optional}</span>}
        </label>
        {children}
        {hint && (
          <p id={hintId} className="text-small text-muted">
            {hint}
          </p>
        )}
        <div aria-live="polite">
          {error && (
            <p id={errorId} className="flex items-start gap-1.5 text-small font-medium text-danger animate-fade-in">
              <CircleAlert aria-hidden="true" className="mt-[0.1875rem] size-4 shrink-0" />
              {error}
            </p>
          )}
        </div>
      </div>
    </FieldContext>
  );
}
