import { X } from 'lucide-react';
import { Dialog as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { cn } from './class-names.ts';
import { useReturnFocus } from './return-focus.ts';
import { useUiTexts } from './ui-texts.tsx';

export interface DialogProps {
  open?: boolean;
  defaultOpen?: boolean;
  onOpenChange?: (open: boolean) => void;
  /** Element that opens the dialog; omitted when `open` is controlled. */
  trigger?: ReactNode;
  title: ReactNode;
  description?: ReactNode;
  /** Buttons of the dialog; the last button is primary. */
  footer?: ReactNode;
  size?: 'sm' | 'md' | 'lg';
  className?: string;
  children?: ReactNode;
}

const widths = { sm: 'max-w-sm', md: 'max-w-lg', lg: 'max-w-3xl' } as const;

/** Overlay that covers the page below a modal dialog or sheet. */
export const overlayStyles = 'fixed inset-0 z-overlay bg-scrim data-[state=closed]:animate-fade-out data-[state=open]:animate-fade-in';
export const dialogStyles =
  'fixed inset-x-4 top-1/2 z-dialog mx-auto flex max-h-[calc(100dvh-2rem)] -translate-y-1/2 flex-col overflow-hidden rounded-sheet bg-raised text-ink shadow-overlay outline-none data-[state=closed]:animate-fade-out data-[state=open]:animate-fade-in';
export const dialogFooterStyles = 'flex flex-col-reverse gap-2.5 px-6 pt-2 pb-6 sm:flex-row sm:justify-end max-sm:[&>*]:w-full';

/** Makes its child close the surrounding dialog. */
export const DialogClose = Radix.Close;

export function Dialog({ trigger, title, description, footer, size = 'md', className, children, ...rest }: DialogProps) {
  const { close } = useUiTexts();
  const returning = useReturnFocus();
  return (
    <Radix.Root {...rest}>
      {trigger && <Radix.Trigger asChild>{trigger}</Radix.Trigger>}
      <Radix.Portal>
        <Radix.Overlay className={overlayStyles} />
        {/* Without a description the attribute is explicitly undefined, because Radix warns otherwise. */}
        <Radix.Content
          {...returning}
          className={cn(dialogStyles, widths[size], className)}
          {...(description ? {} : { 'aria-describedby': undefined })}
        >
          <header className="px-6 pt-6 pr-16">
            <Radix.Title className="text-heading">{title}</Radix.Title>
            {description && <Radix.Description className="mt-1.5 text-[0.9375rem] text-muted">{description}</Radix.Description>}
          </header>
          <Radix.Close asChild>
            <Button icon={<X />} variant="quiet" size="icon-sm" aria-label={close} className="absolute top-4.5 right-4.5 text-muted" />
          </Radix.Close>
          <div className="min-h-0 flex-1 overflow-y-auto px-6 py-4">{children}</div>
          {footer && <footer className={dialogFooterStyles}>{footer}</footer>}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
