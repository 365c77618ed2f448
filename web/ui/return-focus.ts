import { useRef } from 'react';

/** Handlers that return the focus to the previously focused element when a dialog closes. Radix does this only for a dialog with a trigger. */
export function useReturnFocus() {
  const opener = useRef<HTMLElement | null>(null);
  return {
    onOpenAutoFocus: (): void => {
      opener.current = document.activeElement instanceof HTMLElement ? document.activeElement : null;
    },
    onCloseAutoFocus: (event: Event): void => {
      if (!opener.current?.isConnected) return;
      event.preventDefault();
      opener.current.focus();
    },
  };
}

/** Escape handler of sheets. In an inner editor marked with `data-own-escape`, Escape closes only the editor and not the sheet. */
export function ignoreInnerEscape(event: KeyboardEvent): void {
  if (event.target instanceof Element && event.target.closest('[data-own-escape]')) event.preventDefault();
}
