const reasons = new Set<() => boolean>();

const warn = (event: BeforeUnloadEvent): void => {
  if ([...reasons].some((isNeeded) => isNeeded())) event.preventDefault();
};

/**
 * The browser asks before the tab is closed or left while something would be lost, on whatever page that happens. Listens only as long as somebody
 * may need it, because pages with such a listener are not kept for the way back. Answers how to withdraw.
 */
export function warnBeforeLeaving(isNeeded: () => boolean): () => void {
  if (reasons.size === 0) addEventListener('beforeunload', warn);
  reasons.add(isNeeded);
  return () => {
    reasons.delete(isNeeded);
    if (reasons.size === 0) removeEventListener('beforeunload', warn);
  };
}
