import { RadioGroup } from 'radix-ui';
import { type ReactNode, useId } from 'react';
import { cn } from './class-names.ts';

export interface RadioCard<V extends string = string> {
  value: V;
  title: ReactNode;
  text?: ReactNode;
  icon?: ReactNode;
  /** Content in the corner of the card, such as a badge. */
  note?: ReactNode;
  disabled?: boolean;
}

export interface RadioCardsProps<V extends string> {
  /** Accessible name of the choice. */
  label: string;
  cards: readonly RadioCard<V>[];
  value?: V;
  defaultValue?: V;
  onValueChange?: (value: V) => void;
  name?: string;
  className?: string;
}

const cardStyles = [
  'group relative flex w-full items-start gap-3.5 rounded-card border border-line bg-surface p-4 text-left transition-[border-color,background-color,box-shadow] duration-fast',
  'hover:border-line-strong data-[state=checked]:border-teal data-[state=checked]:bg-teal-soft data-[state=checked]:shadow-[inset_0_0_0_1px_var(--teal)]',
  'disabled:cursor-not-allowed disabled:bg-sunken disabled:text-muted disabled:hover:border-line',
].join(' ');

/** Radio group of a few options, each with an explanation. Arrow keys move between the options. */
export function RadioCards<V extends string>({ label, cards, onValueChange, className, ...rest }: RadioCardsProps<V>) {
  const id = useId();
  // as: Radix returns one of the given values as text
  const choose = onValueChange as ((value: string) => void) | undefined;
  return (
    <RadioGroup.Root aria-label={label} onValueChange={choose} className={cn('grid gap-3', className)} {...rest}>
      {cards.map(({ value, title, text, icon, note, disabled }) => (
        <RadioGroup.Item
          key={value}
          value={value}
          disabled={disabled}
          aria-labelledby={`${id}-${value}`}
          aria-describedby={text ? `${id}-${value}-text` : undefined}
          className={cardStyles}
        >
          {icon && <span className="mt-0.5 text-teal-text group-disabled:text-muted [&_svg]:size-5">{icon}</span>}
          <span className="min-w-0 flex-1">
            <span id={`${id}-${value}`} className="flex flex-wrap items-center gap-2 font-semibold">
              {title}
              {note}
            </span>
            {text && (
              <span id={`${id}-${value}-text`} className="mt-0.5 block text-small text-muted">
                {text}
              </span>
            )}
          </span>
          <span className="mt-0.5 grid size-5 shrink-0 place-items-center rounded-full border border-line-strong bg-surface group-data-[state=checked]:border-teal">
            <RadioGroup.Indicator className="size-2.5 rounded-full bg-teal" />
          </span>
        </RadioGroup.Item>
      ))}
    </RadioGroup.Root>
  );
}
