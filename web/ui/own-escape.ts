/** For sheets: Escape first closes an inner editor, marked by `data-own-escape`, and only then the sheet. */
export function leaveOwnEscape(event: KeyboardEvent): void {
  if (event.target instanceof Element && event.target.closest('[data-own-escape]')) event.preventDefault();
}
