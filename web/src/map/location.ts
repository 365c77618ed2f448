import type { Coordinates } from '@waystory/proto/kit/field.ts';

/** Reason why the position of the device is unknown. */
export type LocationFailure = 'denied' | 'unavailable' | 'timeout' | 'unsupported';

/** Timeout, and greatest age of a position, milliseconds. */
const patience = { timeout: 10_000, maximumAge: 60_000 };

/** https://www.w3.org/TR/geolocation/#position_error_interface */
export function locationFailureOf(code: number): LocationFailure {
  if (code === 1) return 'denied';
  return code === 3 ? 'timeout' : 'unavailable';
}

/** Position of the device, or the reason of the failure. */
export function locate(geolocation: Geolocation | undefined = navigator.geolocation): Promise<Coordinates | LocationFailure> {
  if (!geolocation) return Promise.resolve('unsupported');
  return new Promise((resolve) => {
    geolocation.getCurrentPosition(
      ({ coords: { latitude, longitude } }) => resolve({ latitude, longitude }),
      ({ code }) => resolve(locationFailureOf(code)),
      patience,
    );
  });
}
