import { Popover as Radix } from 'radix-ui';
import type { ReactNode, RefObject } from 'react';
import { cn } from './class-names.ts';

export interface PopoverProps {
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  /** Button that opens the popover; omitted with `anchor` and a controlled `open`. */
  trigger?: ReactNode;
  /** Independent button: a press on it does not close the popover, and it receives the focus after the closing. */
  anchor?: RefObject<HTMLElement | null>;
  /** Accessible name of the content. */
  label: string;
  side?: 'top' | 'right' | 'bottom' | 'left';
  align?: 'start' | 'center' | 'end';
  className?: string;
  children: ReactNode;
}

export function Popover({ trigger, anchor, label, side = 'bottom', align = 'center', className, children, ...rest }: PopoverProps) {
  const keepAtAnchor = (event: Event): void => {
    if (event.target instanceof Node && anchor?.current?.contains(event.target)) event.preventDefault();
  };
  const returnToAnchor = (event: Event): void => {
    if (!anchor?.current?.isConnected) return;
    event.preventDefault();
    // The focus is returned only when no other element has received it.
    if (document.activeElement === document.body) anchor.current.focus({ preventScroll: true });
  };
  return (
    <Radix.Root {...rest}>
      {trigger && <Radix.Trigger asChild>{trigger}</Radix.Trigger>}
      {anchor && <Radix.Anchor virtualRef={anchor} />}
      <Radix.Portal>
        <Radix.Content
          aria-label={label}
          side={side}
          align={align}
          sideOffset={8}
          collisionPadding={12}
          onInteractOutside={keepAtAnchor}
          onCloseAutoFocus={returnToAnchor}
          // A newer toast would otherwise take the Escape key.
          onKeyDown={({ key }) => key === 'Escape' && rest.onOpenChange?.(false)}
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
