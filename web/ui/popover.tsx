import { Popover as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import { cn } from './class-names.ts';

export interface PopoverProps {
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  trigger: ReactNode;
  /** What it holds, for screen readers. */
  label: string;
  side?: 'top' | 'right' | 'bottom' | 'left';
  align?: 'start' | 'center' | 'end';
  className?: string;
  children: ReactNode;
}

export function Popover({ trigger, label, side = 'bottom', align = 'center', className, children, ...rest }: PopoverProps) {
  return (
    <Radix.Root {...rest}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          aria-label={label}
          side={side}
          align={align}
          sideOffset={8}
          collisionPadding={12}
          className={cn(
            'z-popover w-72 max-w-[calc(100vw-1.5rem)] rounded-card border border-line bg-raised p-4 text-ink shadow-overlay outline-none data-[state=closed]:animate-pop-out data-[state=open]:animate-pop-in',
            className,
          )}
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
