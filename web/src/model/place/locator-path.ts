import type { Coordinates } from '@waystory/proto/kit/field.ts';

/** A hundredth of a degree is less than a map pixel, and lets stops of one town share a map. */
const hundredths = (degrees: number): number => Math.round(degrees * 100) / 100 || 0;

/** Path of a locator map with a point in its centre, rendered by the server (services/basemap/locator). */
export const locatorPath = ({ latitude, longitude }: Coordinates, theme: 'light' | 'dark'): string =>
  `/basemap/locators/${theme}/${hundredths(latitude)},${hundredths(longitude)}.svg`;
