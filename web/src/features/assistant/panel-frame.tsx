import { cn } from '@waystory/ui/class-names.ts';
import { useIsDesktop } from '@waystory/ui/media-query.ts';
import { leaveOwnEscape } from '@waystory/ui/own-escape.ts';
import { useReturnFocus } from '@waystory/ui/return-focus.ts';
import { Dialog } from 'radix-ui';
import { type ReactNode, type RefObject, useSyncExternalStore } from 'react';

interface PanelFrameProps {
  title: string;
  onClose: () => void;
  initialFocus: RefObject<HTMLElement | null>;
  children: ReactNode;
}

/** Non-modal panel beside the page; on a phone it fills the viewport above the keyboard. */
export function PanelFrame({ title, onClose, initialFocus, children }: PanelFrameProps) {
  const isDesktop = useIsDesktop();
  const view = useVisualViewport();
  const returning = useReturnFocus();
  return (
    <Dialog.Root open modal={!isDesktop} onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Content
          aria-describedby={undefined}
          // The panel is non-modal: neither a press outside nor Escape outside closes it.
          onEscapeKeyDown={leaveOwnEscape}
          onInteractOutside={(event) => event.preventDefault()}
          onCloseAutoFocus={returning.onCloseAutoFocus}
          onOpenAutoFocus={(event) => {
            returning.onOpenAutoFocus();
            event.preventDefault();
            initialFocus.current?.focus({ preventScroll: true });
          }}
          style={isDesktop ? undefined : { top: view.top, height: view.height }}
          className={cn(
            'assistant-rise fixed flex flex-col overflow-hidden bg-raised text-ink outline-none print:hidden',
            isDesktop
              ? 'right-3 z-banner bottom-3 h-[min(52rem,calc(100dvh-5rem))] w-[26rem] xl:h-[calc(100dvh-1.5rem)] rounded-sheet border border-line shadow-overlay'
              : 'inset-x-0 z-overlay',
          )}
        >
          <Dialog.Title className="sr-only">{title}</Dialog.Title>
          {children}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

const subscribe = (changed: () => void): (() => void) => {
  const view = window.visualViewport;
  view?.addEventListener('resize', changed);
  view?.addEventListener('scroll', changed);
  return () => {
    view?.removeEventListener('resize', changed);
    view?.removeEventListener('scroll', changed);
  };
};

/** The part of the window above the keyboard of a phone, pixels. */
function useVisualViewport(): { top: number; height: number } {
  const top = useSyncExternalStore(subscribe, () => Math.round(window.visualViewport?.offsetTop ?? 0));
  const height = useSyncExternalStore(subscribe, () => Math.round(window.visualViewport?.height ?? window.innerHeight));
  return { top, height };
}
