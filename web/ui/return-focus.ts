import { useRef } from 'react';

/** Handlers for a dialog without a trigger: they return focus to the element that had it, which Radix does for triggers only. */
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

/** For sheets: Escape first closes an inner editor, marked by `data-own-escape`, and only then the sheet. */
export function leaveOwnEscape(event: KeyboardEvent): void {
  if (event.target instanceof Element && event.target.closest('[data-own-escape]')) event.preventDefault();
}
