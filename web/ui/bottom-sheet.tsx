import { X } from 'lucide-react';
import { useState } from 'react';
import { Drawer } from 'vaul';
import { Button } from './button.tsx';
import { overlayStyles } from './dialog.tsx';
import type { SheetProps } from './sheet.tsx';
import { useUiTexts } from './ui-texts.tsx';

const defaultSnapPoints = [0.55, 1] as const;

/** Dragged by its handle or by its content; see `Sheet`. */
export function BottomSheet({
  title,
  description,
  footer,
  snapPoints = defaultSnapPoints,
  modal = true,
  onOpenChange,
  children,
  ...rest
}: SheetProps) {
  const { close } = useUiTexts();
  const [lowest] = snapPoints;
  const [snap, setSnap] = useState<number | string | null>(lowest ?? 1);
  const change = (open: boolean): void => {
    if (!open) setSnap(lowest ?? 1);
    onOpenChange(open);
  };
  return (
    <Drawer.Root
      {...rest}
      modal={modal}
      onOpenChange={change}
      snapPoints={[...snapPoints]}
      fadeFromIndex={0}
      activeSnapPoint={snap}
      setActiveSnapPoint={setSnap}
    >
      <Drawer.Portal>
        {modal && <Drawer.Overlay className={overlayStyles} />}
        <Drawer.Content
          className="fixed inset-x-0 bottom-0 z-dialog mx-auto flex h-full max-h-[96dvh] max-w-xl flex-col rounded-t-sheet bg-raised text-ink shadow-overlay outline-none"
          {...(description ? {} : { 'aria-describedby': undefined })}
        >
          <div aria-hidden="true" className="mx-auto mt-2.5 h-1.25 w-11 shrink-0 rounded-full bg-line-strong/60" />
          <header className="relative shrink-0 px-5 pt-3 pr-16">
            <Drawer.Title className="text-heading">{title}</Drawer.Title>
            {description && <Drawer.Description className="mt-1 text-small text-muted">{description}</Drawer.Description>}
            <Drawer.Close asChild>
              <Button variant="quiet" size="icon-sm" aria-label={close} className="absolute top-1.5 right-3 text-muted">
                <X aria-hidden="true" />
              </Button>
            </Drawer.Close>
          </header>
          <div className="min-h-0 flex-1 overflow-y-auto px-5 py-4">{children}</div>
          {footer && <footer className="shrink-0 border-line border-t px-5 pt-3 pb-[calc(0.75rem+env(safe-area-inset-bottom))]">{footer}</footer>}
          {/* As much of it as lies below the screen at this rest: what is above stays in view. */}
          <div aria-hidden="true" className="shrink-0 transition-[height] duration-base" style={{ height: `${(1 - Number(snap ?? 1)) * 100}dvh` }} />
        </Drawer.Content>
      </Drawer.Portal>
    </Drawer.Root>
  );
}
