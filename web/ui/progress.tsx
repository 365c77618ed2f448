import { Progress as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import { cn } from './class-names.ts';

export interface ProgressProps {
  label: string;
  /** Null while the total is unknown. */
  value: number | null;
  max?: number;
  /** Text at the end of the label's line, such as "3 of 8". */
  note?: ReactNode;
  hideLabel?: boolean;
  className?: string;
}

export function Progress({ label, value, max = 100, note, hideLabel = false, className }: ProgressProps) {
  const share = value === null ? 0.35 : Math.min(1, Math.max(0, value / max));
  return (
    <div className={cn('flex flex-col gap-2', className)}>
      {!hideLabel && (
        <div className="flex items-baseline justify-between gap-4 text-small font-semibold">
          <span>{label}</span>
          {note && <span className="font-medium text-muted tabular-nums">{note}</span>}
        </div>
      )}
      <Radix.Root aria-label={label} value={value} max={max} className="h-2 overflow-hidden rounded-full bg-sunken">
        <Radix.Indicator
          className={cn('h-full rounded-full bg-teal transition-[width] duration-slow ease-out', value === null && 'animate-pulse')}
          style={{ width: `${share * 100}%` }}
        />
      </Radix.Root>
    </div>
  );
}
