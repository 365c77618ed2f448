import { X } from 'lucide-react';
import type { ComponentType, ReactNode } from 'react';
import { Button } from './button.tsx';
import { cn } from './class-names.ts';
import type { SheetProps } from './sheet.tsx';
import { useUiTexts } from './ui-texts.tsx';

export const sheetStyles = 'fixed z-dialog flex flex-col bg-raised text-ink shadow-overlay outline-none';

interface SheetPartsProps extends Pick<SheetProps, 'title' | 'description' | 'footer' | 'children'> {
  /** Parts of the sheet's library. */
  library: Record<'Title' | 'Description', ComponentType<{ className?: string; children?: ReactNode }>> & {
    Close: ComponentType<{ asChild?: boolean; children?: ReactNode }>;
  };
  /** Compact style below a handle. */
  isTight?: boolean;
}

/** Title, content and footer of any sheet. */
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
