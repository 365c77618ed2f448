import type { Coordinates } from '@waystory/proto/kit/field.ts';

/** A hundredth of a degree is less than a pixel of the map, and stops of one town share it. */
const hundredths = (degrees: number): number => Math.round(degrees * 100) / 100 || 0;

/** Address of a small map with a point in its middle, which the server draws (services/basemap/locator). */
export const locatorPath = ({ latitude, longitude }: Coordinates, theme: 'light' | 'dark'): string =>
  `/basemap/locators/${theme}/${hundredths(latitude)},${hundredths(longitude)}.svg`;
