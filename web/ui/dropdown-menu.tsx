import { Check } from 'lucide-react';
import { DropdownMenu as Radix } from 'radix-ui';
import type { ComponentProps, ReactNode } from 'react';
import { cn } from './class-names.ts';

export const DropdownMenuRadioGroup = Radix.RadioGroup;

interface DropdownMenuProps extends ComponentProps<typeof Radix.Content> {
  /** The button that opens the menu. */
  trigger: ReactNode;
}

/** Not modal, because a modal menu hides the page from screen readers while Tab still reaches its links. */
export const DropdownMenu = ({ trigger, align = 'end', className, ...rest }: DropdownMenuProps) => (
  <Radix.Root modal={false}>
    <Radix.Trigger asChild>{trigger}</Radix.Trigger>
    <Radix.Portal>
      <Radix.Content
        align={align}
        sideOffset={8}
        collisionPadding={12}
        className={cn(
          'z-popover min-w-56 max-w-[calc(100vw-1.5rem)] rounded-card border border-line bg-raised p-1.5 text-ink shadow-overlay data-[state=closed]:animate-pop-out data-[state=open]:animate-pop-in',
          className,
        )}
        {...rest}
      />
    </Radix.Portal>
  </Radix.Root>
);

const itemStyles =
  'flex min-h-10 coarse:min-h-11 cursor-default select-none items-center gap-3 rounded-[0.75rem] px-3 py-2 text-[0.9375rem] font-medium outline-none data-disabled:text-muted data-highlighted:bg-sunken [&_svg]:size-[1.125rem] [&_svg]:shrink-0';

interface DropdownMenuItemProps extends ComponentProps<typeof Radix.Item> {
  danger?: boolean;
  /** Icon before the text. */
  icon?: ReactNode;
}

/** With `asChild`, the item is a link of the router, which contains the icon itself. */
export const DropdownMenuItem = ({ danger = false, icon, className, children, ...rest }: DropdownMenuItemProps) => (
  <Radix.Item className={cn(itemStyles, danger ? 'text-danger data-highlighted:bg-danger-soft' : '[&>svg]:text-muted', className)} {...rest}>
    {rest.asChild ? (
      children
    ) : (
      <>
        {icon}
        {children}
      </>
    )}
  </Radix.Item>
);

export const DropdownMenuLabel = ({ className, ...rest }: ComponentProps<typeof Radix.Label>) => (
  <Radix.Label className={cn('px-3 pt-2 pb-1 text-small font-semibold text-muted', className)} {...rest} />
);

export const DropdownMenuSeparator = () => <Radix.Separator className="mx-3 my-1.5 h-px bg-line" />;

/** Menu item of a radio group. `note` is shown at the end, for example "coming soon". */
export function DropdownMenuRadioItem({ note, className, children, ...rest }: ComponentProps<typeof Radix.RadioItem> & { note?: ReactNode }) {
  return (
    <Radix.RadioItem className={cn(itemStyles, className)} {...rest}>
      {children}
      <span className="ml-auto flex items-center gap-2 text-caption text-muted">
        {note}
        <Radix.ItemIndicator>
          <Check aria-hidden="true" className="text-accent-text" />
        </Radix.ItemIndicator>
      </span>
    </Radix.RadioItem>
  );
}
