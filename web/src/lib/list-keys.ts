/**
 * Index after a key press in a list; null for other keys.
 * @param axis With `row`, the up and down arrows are left to the page.
 */
export function indexAfterKey(key: string, place: number, count: number, axis: 'both' | 'row' = 'both'): number | null {
  switch (key) {
    case 'ArrowRight':
      return Math.min(place + 1, count - 1);
    case 'ArrowLeft':
      return Math.max(place - 1, 0);
    case 'ArrowDown':
      return axis === 'both' ? Math.min(place + 1, count - 1) : null;
    case 'ArrowUp':
      return axis === 'both' ? Math.max(place - 1, 0) : null;
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return null;
  }
}
