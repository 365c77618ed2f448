import { localTexts } from '@waystory/client/environment.ts';

/** Zoom level from which people expect streets, which the built-in map lacks. */
export const cityZoom = 9;

const storageKey = 'waystory.street-hint';
const dismissed = 'dismissed';

let wasShown = false;

const isDismissed = (): boolean => localTexts.getItem(storageKey) === dismissed;

/** Claims the hint: true at most once per visit, from `cityZoom` on, and never after it was dismissed. */
export function isStreetHintDue(zoom: number): boolean {
  if (zoom < cityZoom || wasShown || isDismissed()) return false;
  wasShown = true;
  return true;
}

export const dismissStreetHint = (): void => localTexts.setItem(storageKey, dismissed);
