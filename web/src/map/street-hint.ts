import { localTexts } from '@waystory/client/environment.ts';

/** From this zoom on people expect streets, which the built-in map does not have. */
export const cityZoom = 9;

const storageKey = 'waystory.street-hint';
const dismissed = 'dismissed';

let wasShown = false;

const isDismissed = (): boolean => localTexts.getItem(storageKey) === dismissed;

/** Whether to say, at this zoom, how streets are added: once a visit, and never again when it was dismissed. */
export function isStreetHintDue(zoom: number): boolean {
  if (zoom < cityZoom || wasShown || isDismissed()) return false;
  wasShown = true;
  return true;
}

export const dismissStreetHint = (): void => localTexts.setItem(storageKey, dismissed);
