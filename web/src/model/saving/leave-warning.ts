const reasons = new Set<() => boolean>();

const warn = (event: BeforeUnloadEvent): void => {
  if ([...reasons].some((isNeeded) => isNeeded())) event.preventDefault();
};

/**
 * The browser asks before the tab is closed or left with unsaved changes, on any page. Listens only while needed, because such a listener disables
 * the back/forward cache. Returns the unsubscribe function.
 */
export function warnBeforeLeaving(isNeeded: () => boolean): () => void {
  if (reasons.size === 0) addEventListener('beforeunload', warn);
  reasons.add(isNeeded);
  return () => {
    reasons.delete(isNeeded);
    if (reasons.size === 0) removeEventListener('beforeunload', warn);
  };
}
