/** For sheets: what is written within one is left with Escape before the sheet is; `data-own-escape` marks it. */
export function leaveOwnEscape(event: KeyboardEvent): void {
  if (event.target instanceof Element && event.target.closest('[data-own-escape]')) event.preventDefault();
}
