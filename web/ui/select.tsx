import { Check, ChevronDown } from 'lucide-react';
import { Select as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import { cn } from './class-names.ts';
import { controlStyles, useFieldControl } from './field.tsx';
import { useUiTexts } from './ui-texts.tsx';

export interface SelectOption<V extends string = string> {
  value: V;
  label: ReactNode;
  /** Quiet text after the label. */
  note?: ReactNode;
  disabled?: boolean;
}

export interface SelectProps<V extends string> {
  options: readonly SelectOption<V>[];
  value?: V;
  defaultValue?: V;
  onValueChange?: (value: V) => void;
  placeholder?: string;
  name?: string;
  disabled?: boolean;
  /** Accessible name, for a select without a surrounding Field. */
  'aria-label'?: string;
  className?: string;
}

const itemStyles =
  'relative flex min-h-10 coarse:min-h-11 cursor-default select-none items-center gap-3 rounded-[0.625rem] py-2 pr-10 pl-3 text-[0.9375rem] outline-none data-disabled:text-muted data-highlighted:bg-sunken';

export function Select<V extends string>({ options, onValueChange, placeholder, className, 'aria-label': label, ...rest }: SelectProps<V>) {
  const control = useFieldControl({});
  const texts = useUiTexts();
  // as: Radix returns one of the given values as text
  const choose = onValueChange as ((value: string) => void) | undefined;
  return (
    <Radix.Root onValueChange={choose} {...rest}>
      <Radix.Trigger
        {...control}
        aria-label={label}
        className={cn(controlStyles, 'flex h-12 items-center justify-between gap-3 text-left data-placeholder:text-muted', className)}
      >
        <span className="truncate">
          <Radix.Value placeholder={placeholder ?? texts.choose} />
        </span>
        <ChevronDown aria-hidden="true" className="size-4 shrink-0 text-muted" />
      </Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          position="popper"
          sideOffset={6}
          collisionPadding={8}
          className="z-popover max-h-(--radix-select-content-available-height) min-w-(--radix-select-trigger-width) overflow-hidden rounded-control border border-line bg-raised p-1.5 shadow-overlay animate-pop-in"
        >
          <Radix.Viewport>
            {options.map((option) => (
              <Radix.Item key={option.value} value={option.value} disabled={option.disabled} className={itemStyles}>
                <Radix.ItemText>{option.label}</Radix.ItemText>
                {option.note && <span className="ml-auto text-caption text-muted">{option.note}</span>}
                <Radix.ItemIndicator className="absolute right-3">
                  <Check aria-hidden="true" className="size-4 text-accent-text" />
                </Radix.ItemIndicator>
              </Radix.Item>
            ))}
          </Radix.Viewport>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
