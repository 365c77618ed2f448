import { localTexts } from '@waystory/client/environment.ts';
import type { Coordinates } from '@waystory/proto/kit/field.ts';

/** Provider of directions; `ask` asks every time (spec 2.8). */
export type DirectionProvider = 'google' | 'apple' | 'ask';
export type MapApp = Exclude<DirectionProvider, 'ask'>;

const storageKey = 'direction-provider';

/** spec 5: anything stored that is none of the three counts as `ask`. */
export const directionProvider = (value: string | null): DirectionProvider => (value === 'google' || value === 'apple' ? value : 'ask');

export const storedProvider = (): DirectionProvider => directionProvider(localTexts.getItem(storageKey));
export const storeProvider = (provider: DirectionProvider): void => localTexts.setItem(storageKey, provider);

interface Device {
  userAgent: string;
  platform?: string;
}

export const isAppleDevice = ({ userAgent, platform = '' }: Device): boolean => /Mac|iPhone|iPad|iPod/.test(`${platform} ${userAgent}`);

/** spec 2.8: Apple's maps fall back to Google's on a device that has none. */
export const appFor = (app: MapApp, device: Device): MapApp => (app === 'apple' && !isAppleDevice(device) ? 'google' : app);

const isCoordinate = (value: number, limit: number): boolean => Number.isFinite(value) && Math.abs(value) <= limit;

/** Address that opens the way to a place; null, and an error in the log, without coordinates (spec 5). */
export function directionsUrl(app: MapApp, to: Partial<Coordinates> | null | undefined, name?: string): string | null {
  const { latitude = Number.NaN, longitude = Number.NaN } = to ?? {};
  if (!isCoordinate(latitude, 90) || !isCoordinate(longitude, 180)) {
    console.error('There are no coordinates to navigate to', to);
    return null;
  }
  const point = `${latitude},${longitude}`;
  switch (app) {
    case 'google':
      return `https://www.google.com/maps/dir/?${new URLSearchParams({ api: '1', destination: point })}`;
    case 'apple':
      return `https://maps.apple.com/?${new URLSearchParams({ daddr: point, ...(name ? { q: name } : {}) })}`;
  }
}
