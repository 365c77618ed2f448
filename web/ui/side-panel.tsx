import { Dialog as Radix } from 'radix-ui';
import { cn } from './class-names.ts';
import { overlayStyles } from './dialog.tsx';
import { leaveOwnEscape, useReturnFocus } from './return-focus.ts';
import type { SheetProps } from './sheet.tsx';
import { SheetParts, sheetStyles } from './sheet-parts.tsx';

const sides = {
  right: 'right-3 data-[state=closed]:animate-slide-out-right data-[state=open]:animate-slide-in-right',
  left: 'left-3 data-[state=closed]:animate-slide-out-left data-[state=open]:animate-slide-in-left',
} as const;

export interface SidePanelProps extends Omit<SheetProps, 'snapPoints'> {
  side?: keyof typeof sides;
  className?: string;
}

/** A panel beside the page on desktop, see `Sheet`. */
export function SidePanel({ title, description, footer, modal = true, side = 'right', className, children, open, onOpenChange }: SidePanelProps) {
  const returning = useReturnFocus();
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange} modal={modal}>
      <Radix.Portal>
        {modal && <Radix.Overlay className={overlayStyles} />}
        <Radix.Content
          {...returning}
          {...(description ? {} : { 'aria-describedby': undefined })}
          onEscapeKeyDown={leaveOwnEscape}
          // Without a veil the page stays usable, so clicks outside do not close it.
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
