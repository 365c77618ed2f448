import type { ComponentProps, ReactNode } from 'react';
import { cn } from './class-names.ts';

/** Days or stops along a dotted line. */
export const Timeline = ({ className, ...rest }: ComponentProps<'ol'>) => <ol className={cn('flex flex-col', className)} {...rest} />;

export interface TimelineItemProps extends Omit<ComponentProps<'li'>, 'title'> {
  /** Number or icon in the circle. */
  marker: ReactNode;
  title: ReactNode;
  /** Text beside the title, such as times. */
  meta?: ReactNode;
  /** Text on the way to the next item, such as "12 min walk". */
  leg?: ReactNode;
  active?: boolean;
}

export function TimelineItem({ marker, title, meta, leg, active = false, className, children, ...rest }: TimelineItemProps) {
  return (
    <li aria-current={active ? 'step' : undefined} className={cn('group grid grid-cols-[2.25rem_minmax(0,1fr)] gap-x-4', className)} {...rest}>
      <div aria-hidden="true" className="flex flex-col items-center">
        <span
          className={cn(
            'grid size-9 shrink-0 place-items-center rounded-full text-small font-bold tabular-nums transition-colors duration-base [&_svg]:size-4',
            active ? 'bg-accent text-accent-ink' : 'bg-teal-soft text-teal-text',
          )}
        >
          {marker}
        </span>
        <span className="route-line-y my-1.5 w-1 flex-1 group-last:hidden" />
      </div>
      <div className="min-w-0 pb-7 group-last:pb-0">
        <div className="flex min-h-9 flex-wrap items-center justify-between gap-x-3">
          <div className="text-subheading">{title}</div>
          {meta && <div className="text-small text-muted tabular-nums">{meta}</div>}
        </div>
        {children && <div className="mt-1 text-[0.9375rem] text-muted">{children}</div>}
        {leg && <div className="mt-3 flex items-center gap-1.5 text-small text-muted group-last:hidden [&_svg]:size-4">{leg}</div>}
      </div>
    </li>
  );
}
