/**
 * Target index of a key in a grid filled row by row; null for other keys.
 * @param columns Number of columns, at least 1.
 */
export function gridStep(key: string, index: number, count: number, columns: number): number | null {
  const to = targetOf(key, index, count, columns);
  return to !== null && to >= 0 && to < count && to !== index ? to : null;
}

function targetOf(key: string, index: number, count: number, columns: number): number | null {
  switch (key) {
    case 'ArrowRight':
      return index + 1;
    case 'ArrowLeft':
      return index - 1;
    case 'ArrowDown':
      return index + columns;
    case 'ArrowUp':
      return index - columns;
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return null;
  }
}
