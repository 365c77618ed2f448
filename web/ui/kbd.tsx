import type { ComponentProps } from 'react';
import { cn } from './class-names.ts';

/** A keyboard key. */
export const Kbd = ({ className, ...rest }: ComponentProps<'kbd'>) => (
  <kbd
    className={cn(
      'inline-flex h-6 min-w-6 items-center justify-center rounded-md border border-line border-b-2 bg-surface px-1.5 font-sans text-caption font-semibold text-muted',
      className,
    )}
    {...rest}
  />
);
