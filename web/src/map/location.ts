import type { Coordinates } from '@waystory/proto/kit/field.ts';

/** Why somebody could not be found. */
export type LocationFailure = 'denied' | 'unavailable' | 'timeout' | 'unsupported';

/** Longest wait for a position and its greatest age, milliseconds. */
const patience = { timeout: 10_000, maximumAge: 60_000 };

/** https://www.w3.org/TR/geolocation/#position_error_interface */
export function failureOf(code: number): LocationFailure {
  if (code === 1) return 'denied';
  return code === 3 ? 'timeout' : 'unavailable';
}

/** Where the device is, or why it does not say. */
export function locate(geolocation: Geolocation | undefined = navigator.geolocation): Promise<Coordinates | LocationFailure> {
  if (!geolocation) return Promise.resolve('unsupported');
  return new Promise((resolve) => {
    geolocation.getCurrentPosition(
      ({ coords: { latitude, longitude } }) => resolve({ latitude, longitude }),
      ({ code }) => resolve(failureOf(code)),
      patience,
    );
  });
}
