import { type ReactNode, useState } from 'react';
import { Drawer } from 'vaul';
import { cn } from './class-names.ts';
import { overlayStyles } from './dialog.tsx';
import { useIsDesktop } from './media-query.ts';
import { ignoreInnerEscape } from './return-focus.ts';
import { SheetParts, SidePanel, sheetStyles } from './side-panel.tsx';

export interface SheetProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  description?: ReactNode;
  /** Footer, which stays visible while the content scrolls. */
  footer?: ReactNode;
  /** Snap points on mobile, as shares of the screen, lowest first. */
  snapPoints?: readonly number[];
  /** Covers the page with an overlay and makes it inert. */
  modal?: boolean;
  children: ReactNode;
}

/** Bottom sheet on mobile, side panel on desktop. */
export const Sheet = (props: SheetProps) => (useIsDesktop() ? <SidePanel {...props} /> : <BottomSheet {...props} />);

const defaultSnapPoints = [0.55, 1] as const;

/** Mobile form of `Sheet`, which the user drags by its handle or content. */
function BottomSheet({ title, description, footer, snapPoints = defaultSnapPoints, modal = true, onOpenChange, children, ...rest }: SheetProps) {
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
          onEscapeKeyDown={ignoreInnerEscape}
          className={cn(sheetStyles, 'inset-x-0 bottom-0 mx-auto h-full max-h-[96dvh] max-w-xl rounded-t-sheet')}
          {...(description ? {} : { 'aria-describedby': undefined })}
        >
          <div aria-hidden="true" className="mx-auto mt-2.5 h-1.25 w-11 shrink-0 rounded-full bg-line-strong/60" />
          <SheetParts library={Drawer} isTight title={title} description={description} footer={footer}>
            {children}
          </SheetParts>
          {/* Spacer as high as the hidden part of the sheet, so that all content can be scrolled into view. */}
          <div aria-hidden="true" className="shrink-0 transition-[height] duration-base" style={{ height: `${(1 - Number(snap ?? 1)) * 100}dvh` }} />
        </Drawer.Content>
      </Drawer.Portal>
    </Drawer.Root>
  );
}
