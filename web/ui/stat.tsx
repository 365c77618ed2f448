import type { ReactNode } from 'react';
import { cn } from './class-names.ts';

export interface StatProps {
  value: ReactNode;
  label: ReactNode;
  icon?: ReactNode;
  className?: string;
}

/** A figure with its label, inside a StatList. */
export function Stat({ value, label, icon, className }: StatProps) {
  return (
    <div className={cn('flex min-w-0 flex-col-reverse justify-end', className)}>
      <dt className="flex items-center gap-1.5 text-small text-muted [&_svg]:size-4">
        {icon}
        <span className="truncate">{label}</span>
      </dt>{' '}
      <dd className="text-heading tabular-nums">{value}</dd>
    </div>
  );
}

export const StatList = ({ className, children }: { className?: string; children: ReactNode }) => (
  <dl className={cn('grid grid-cols-[repeat(auto-fit,minmax(5rem,1fr))] gap-4', className)}>{children}</dl>
);
