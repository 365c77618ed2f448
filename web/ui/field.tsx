import { CircleAlert } from 'lucide-react';
import { type ComponentProps, createContext, type ReactNode, use, useId, useLayoutEffect, useRef, useState } from 'react';
import { cn } from './class-names.ts';
import { fillPlaceholders, useUiTexts } from './ui-texts.tsx';

export interface FieldProps {
  label: ReactNode;
  /** Hides the label visually; screen readers still announce it. */
  hideLabel?: boolean;
  hint?: ReactNode;
  /** Error message. The control is marked as invalid while it is set. */
  error?: ReactNode;
  required?: boolean;
  /** Adds the word "optional" to the label. */
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

/** Attributes that a field passes to its control. */
interface FieldControl {
  id: string;
  /** Ids of error and hint, in reading order. */
  describedBy: string | undefined;
  invalid: boolean;
  required: boolean;
}

const FieldContext = createContext<FieldControl | null>(null);

interface ControlAttributes {
  id?: string | undefined;
  'aria-describedby'?: string | undefined;
  'aria-invalid'?: boolean | 'true' | 'false' | 'grammar' | 'spelling' | undefined;
}

/** ARIA attributes of a control. The attributes of the control itself precede those of its field. */
export function useFieldControl(attributes: ControlAttributes, alsoDescribedBy?: string) {
  const field = use(FieldContext);
  const described = [attributes['aria-describedby'], field?.describedBy, alsoDescribedBy].filter(Boolean).join(' ');
  return {
    id: attributes.id ?? field?.id,
    'aria-describedby': described || undefined,
    'aria-invalid': attributes['aria-invalid'] ?? (field?.invalid || undefined),
    'aria-required': field?.required || undefined,
  };
}

/** Style of inputs, text areas and selects. The border has a contrast of 3:1 (WCAG 1.4.11). */
export const controlStyles = [
  'w-full rounded-control border border-line-strong bg-surface px-4 text-body text-ink placeholder:text-muted',
  'transition-[border-color,box-shadow] duration-fast hover:border-ink/60',
  'focus-visible:border-focus focus-visible:outline-none focus-visible:ring-3 focus-visible:ring-focus/30',
  'aria-invalid:border-danger aria-invalid:focus-visible:ring-danger/25',
  'disabled:cursor-not-allowed disabled:bg-sunken disabled:text-muted',
].join(' ');

interface InputProps extends ComponentProps<'input'> {
  /** Content inside the frame, before and after the input. */
  leading?: ReactNode;
  trailing?: ReactNode;
}

const adornment = 'pointer-events-none absolute inset-y-0 grid w-11 place-items-center text-muted [&_svg]:size-[1.125rem]';

export function Input({ leading, trailing, className, type = 'text', ...rest }: InputProps) {
  const control = useFieldControl(rest);
  return (
    <span className="relative block w-full">
      {leading && <span className={cn(adornment, 'left-0')}>{leading}</span>}
      <input
        type={type}
        className={cn(controlStyles, 'h-12 placeholder-shown:text-ellipsis', leading && 'pl-11', trailing && 'pr-11', className)}
        {...rest}
        {...control}
      />
      {trailing && <span className={cn(adornment, 'pointer-events-auto right-0')}>{trailing}</span>}
    </span>
  );
}

interface TextareaProps extends ComponentProps<'textarea'> {
  /** Maximum in characters: limits typing and shows a counter. */
  max?: number;
  /** Looks like plain text: the counter shows only on focus or near the maximum. */
  isInline?: boolean;
}

/** A text area that grows with its text. */
export function Textarea({ max, isInline = false, className, onInput, rows = 3, ...rest }: TextareaProps) {
  const frame = useRef<HTMLDivElement>(null);
  const counterId = useId();
  const texts = useUiTexts();
  const [count, setCount] = useState(0);
  const control = useFieldControl(rest, max === undefined ? undefined : counterId);
  // The length is read after each render, because form libraries write into the element.
  useLayoutEffect(() => setCount(frame.current?.querySelector('textarea')?.value.length ?? 0));
  const isNearEnd = max !== undefined && count >= max * 0.9;
  return (
    <div ref={frame} className="relative">
      <textarea
        rows={rows}
        maxLength={max}
        className={cn(
          controlStyles,
          'peer field-sizing-content block min-h-24 py-3',
          isInline ? 'resize-none' : 'resize-y',
          max !== undefined && 'pb-8',
          className,
        )}
        onInput={(event) => {
          setCount(event.currentTarget.value.length);
          onInput?.(event);
        }}
        {...rest}
        {...control}
      />
      {max !== undefined && (
        <span
          className={cn(
            'pointer-events-none absolute right-3.5 bottom-2 rounded bg-surface px-1 text-caption font-semibold text-muted tabular-nums',
            isInline && !isNearEnd && 'opacity-0 peer-focus:opacity-100',
            isNearEnd && 'text-warning',
          )}
        >
          <span aria-hidden="true">{`${count}/${max}`}</span>
          <span id={counterId} className="sr-only" aria-live={isNearEnd ? 'polite' : 'off'}>
            {fillPlaceholders(texts.counter, { count, max })}
          </span>
        </span>
      )}
    </div>
  );
}
