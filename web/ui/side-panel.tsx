import { X } from 'lucide-react';
import { Dialog as Radix } from 'radix-ui';
import type { ComponentType, ReactNode } from 'react';
import { Button } from './button.tsx';
import { cn } from './class-names.ts';
import { overlayStyles } from './dialog.tsx';
import { ignoreInnerEscape, useReturnFocus } from './return-focus.ts';
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

/** Desktop form of `Sheet`: a panel at the side of the window. */
export function SidePanel({ title, description, footer, modal = true, side = 'right', className, children, open, onOpenChange }: SidePanelProps) {
  const returning = useReturnFocus();
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange} modal={modal}>
      <Radix.Portal>
        {modal && <Radix.Overlay className={overlayStyles} />}
        <Radix.Content
          {...returning}
          {...(description ? {} : { 'aria-describedby': undefined })}
          onEscapeKeyDown={ignoreInnerEscape}
          // A panel that is not modal stays open on clicks outside, because the page stays usable.
          onInteractOutside={(event) => !modal && event.preventDefault()}
          className={cn(sheetStyles, 'inset-y-3 w-[min(27rem,calc(100vw-1.5rem))] overflow-hidden rounded-sheet', sides[side], className)}
        >
          <SheetParts library={Radix} title={title} description={description} footer={footer}>
            {children}
          </SheetParts>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

export const sheetStyles = 'fixed z-dialog flex flex-col bg-raised text-ink shadow-overlay outline-none';

interface SheetPartsProps extends Pick<SheetProps, 'title' | 'description' | 'footer' | 'children'> {
  /** Components of the underlying library. */
  library: Record<'Title' | 'Description', ComponentType<{ className?: string; children?: ReactNode }>> & {
    Close: ComponentType<{ asChild?: boolean; children?: ReactNode }>;
  };
  /** Compact spacing, for a sheet with a handle. */
  isTight?: boolean;
}

/** Title, content and footer, which bottom sheets and side panels have in common. */
export function SheetParts({ library: { Title, Description, Close }, isTight = false, title, description, footer, children }: SheetPartsProps) {
  const { close } = useUiTexts();
  const inset = isTight ? 'px-5' : 'px-6';
  return (
    <>
      <header className={cn('relative shrink-0 pr-16', inset, isTight ? 'pt-3' : 'pt-6')}>
        <Title className="text-heading">{title}</Title>
        {description && <Description className="mt-1 text-small text-muted">{description}</Description>}
        <Close asChild>
          <Button
            icon={<X />}
            variant="quiet"
            size="icon-sm"
            aria-label={close}
            className={cn('absolute text-muted', isTight ? 'top-1.5 right-3' : 'top-4.5 right-4.5')}
          />
        </Close>
      </header>
      <div className={cn('min-h-0 flex-1 overflow-y-auto', inset, isTight ? 'py-4' : 'py-5')}>{children}</div>
      {footer && (
        <footer className={cn('shrink-0 border-line border-t', inset, isTight ? 'pt-3 pb-[calc(0.75rem+env(safe-area-inset-bottom))]' : 'py-4')}>
          {footer}
        </footer>
      )}
    </>
  );
}
