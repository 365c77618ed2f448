/** For sheets: Escape first leaves an inner editor, marked by `data-own-escape`, before it closes the sheet. */
export function leaveOwnEscape(event: KeyboardEvent): void {
  if (event.target instanceof Element && event.target.closest('[data-own-escape]')) event.preventDefault();
}
