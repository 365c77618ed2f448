import { ToggleGroup } from 'radix-ui';
import type { ReactNode } from 'react';
import { cn } from './class-names.ts';

export interface Segment<V extends string = string> {
  value: V;
  label: string;
  icon?: ReactNode;
  /** Shows only the icon; screen readers announce the label. */
  iconOnly?: boolean;
  disabled?: boolean;
}

export interface SegmentedControlProps<V extends string> {
  label: string;
  segments: readonly Segment<V>[];
  value: V;
  onValueChange: (value: V) => void;
  size?: 'sm' | 'md';
  /** Style over a map or photo. */
  floating?: boolean;
  className?: string;
}

const segmentStyles =
  'hit-area inline-flex flex-1 items-center justify-center gap-2 whitespace-nowrap rounded-full font-semibold text-muted transition-[background-color,color,box-shadow] duration-fast hover:text-ink disabled:opacity-55 data-[state=on]:bg-ink data-[state=on]:text-canvas data-[state=on]:shadow-lift [&_svg]:size-4';

/** Toggle group for two to four views, one of which is always chosen. */
export function SegmentedControl<V extends string>(props: SegmentedControlProps<V>) {
  const { label, segments, value, onValueChange, size = 'md', floating = false, className } = props;
  const choose = (next: string): void => {
    // Radix passes '' when the chosen segment is pressed again; the choice then stays.
    const segment = segments.find((one) => one.value === next);
    if (segment) onValueChange(segment.value);
  };
  return (
    <ToggleGroup.Root
      type="single"
      aria-label={label}
      value={value}
      onValueChange={choose}
      className={cn('inline-flex rounded-full p-1', floating ? 'glass shadow-float' : 'bg-sunken', className)}
    >
      {segments.map((segment) => (
        <ToggleGroup.Item
          key={segment.value}
          value={segment.value}
          disabled={segment.disabled}
          aria-label={segment.iconOnly ? segment.label : undefined}
          className={cn(segmentStyles, size === 'sm' ? 'h-8 px-3 text-caption' : 'h-9 px-4 text-small')}
        >
          {segment.icon}
          {!segment.iconOnly && <span className={segment.icon ? 'max-[15rem]:sr-only' : undefined}>{segment.label}</span>}
        </ToggleGroup.Item>
      ))}
    </ToggleGroup.Root>
  );
}
