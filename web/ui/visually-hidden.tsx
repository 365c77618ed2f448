import type { ComponentProps } from 'react';
import { cn } from './class-names.ts';

/** For screen readers only. */
export const VisuallyHidden = ({ className, ...rest }: ComponentProps<'span'>) => <span className={cn('sr-only', className)} {...rest} />;

/** First thing that Tab reaches: leads past the navigation to the element with this id. */
export function SkipLink({ target, children }: { target: string; children: string }) {
  return (
    <a
      href={`#${target}`}
      className="sr-only focus:not-sr-only focus:fixed focus:top-3 focus:left-3 focus:z-toast focus:rounded-full focus:bg-raised focus:px-5 focus:py-3 focus:font-semibold focus:shadow-overlay"
    >
      {children}
    </a>
  );
}
