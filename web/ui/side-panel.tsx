import { X } from 'lucide-react';
import { Dialog as Radix } from 'radix-ui';
import { Button } from './button.tsx';
import { cn } from './class-names.ts';
import { overlayStyles } from './dialog.tsx';
import { useReturnFocus } from './return-focus.ts';
import type { SheetProps } from './sheet.tsx';
import { useUiTexts } from './ui-texts.tsx';

const sides = {
  right: 'right-3 data-[state=closed]:animate-slide-out-right data-[state=open]:animate-slide-in-right',
  left: 'left-3 data-[state=closed]:animate-slide-out-left data-[state=open]:animate-slide-in-left',
} as const;

export interface SidePanelProps extends Omit<SheetProps, 'snapPoints'> {
  side?: keyof typeof sides;
  className?: string;
}

/** Stands beside the page on desktop; see `Sheet`. */
export function SidePanel({ title, description, footer, modal = true, side = 'right', className, children, open, onOpenChange }: SidePanelProps) {
  const { close } = useUiTexts();
  const returning = useReturnFocus();
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange} modal={modal}>
      <Radix.Portal>
        {modal && <Radix.Overlay className={overlayStyles} />}
        <Radix.Content
          {...returning}
          {...(description ? {} : { 'aria-describedby': undefined })}
          // Without a veil the page stays in use: a press on it is no wish to close.
          onInteractOutside={(event) => !modal && event.preventDefault()}
          className={cn(
            'fixed inset-y-3 z-dialog flex w-[min(27rem,calc(100vw-1.5rem))] flex-col overflow-hidden rounded-sheet bg-raised text-ink shadow-overlay outline-none',
            sides[side],
            className,
          )}
        >
          <header className="relative shrink-0 px-6 pt-6 pr-16">
            <Radix.Title className="text-heading">{title}</Radix.Title>
            {description && <Radix.Description className="mt-1 text-small text-muted">{description}</Radix.Description>}
            <Radix.Close asChild>
              <Button variant="quiet" size="icon-sm" aria-label={close} className="absolute top-4.5 right-4.5 text-muted">
                <X aria-hidden="true" />
              </Button>
            </Radix.Close>
          </header>
          <div className="min-h-0 flex-1 overflow-y-auto px-6 py-5">{children}</div>
          {footer && <footer className="shrink-0 border-line border-t px-6 py-4">{footer}</footer>}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
