import { type ComponentProps, useId, useLayoutEffect, useRef, useState } from 'react';
import { cn } from './class-names.ts';
import { controlStyles, useFieldControl } from './field-control.ts';
import { fill, useUiTexts } from './ui-texts.tsx';

export interface TextareaProps extends ComponentProps<'textarea'> {
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
  // Form libraries write into the element, so its length is read after each render.
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
            {fill(texts.counter, { count, max })}
          </span>
        </span>
      )}
    </div>
  );
}
