import { Tabs as Radix } from 'radix-ui';
import type { ComponentProps } from 'react';
import { cn } from './class-names.ts';

export const Tabs = ({ className, ...rest }: ComponentProps<typeof Radix.Root>) => (
  <Radix.Root className={cn('flex flex-col gap-5', className)} {...rest} />
);

/** Row of tabs, which scrolls horizontally when the tabs are wider than the row. */
export const TabList = ({ className, ...rest }: ComponentProps<typeof Radix.List>) => (
  <Radix.List className={cn('no-scrollbar flex gap-6 overflow-x-auto border-line border-b', className)} {...rest} />
);

export interface TabProps extends ComponentProps<typeof Radix.Trigger> {
  count?: number;
}

export function Tab({ count, className, children, ...rest }: TabProps) {
  return (
    <Radix.Trigger
      className={cn(
        'relative flex h-11 shrink-0 items-center gap-2 whitespace-nowrap text-[0.9375rem] font-semibold text-muted transition-colors duration-fast hover:text-ink focus-visible:-outline-offset-2',
        'after:absolute after:inset-x-0 after:bottom-0 after:h-[3px] after:origin-left after:scale-x-0 after:rounded-t-full after:bg-accent after:transition-transform after:duration-base after:ease-out',
        'disabled:opacity-55 data-[state=active]:text-ink data-[state=active]:after:scale-x-100',
        className,
      )}
      {...rest}
    >
      {children} {count !== undefined && <span className="rounded-full bg-sunken px-2 py-0.5 text-caption text-muted tabular-nums">{count}</span>}
    </Radix.Trigger>
  );
}

export const TabPanel = ({ className, ...rest }: ComponentProps<typeof Radix.Content>) => (
  <Radix.Content className={cn('data-[state=active]:animate-fade-in', className)} {...rest} />
);
