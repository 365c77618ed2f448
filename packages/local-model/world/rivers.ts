import type { Coordinates } from '@waystory/proto/kit/field.ts';

/**
 * Rivers through cities of the built-in world, right to about 200 m: enough to say which bank a place is on. Points from one end to the other, each
 * with latitude and longitude.
 */
const lines: Readonly<Record<string, readonly [name: string, points: string]>> = {
  bangkok: ['Chao Phraya', '13.79 100.507, 13.768 100.491, 13.745 100.49, 13.728 100.512, 13.705 100.51'],
  budapest: ['Danube', '47.54 19.05, 47.515 19.045, 47.498 19.044, 47.485 19.052, 47.46 19.065'],
  dublin: ['Liffey', '53.348 -6.32, 53.3465 -6.28, 53.347 -6.26, 53.346 -6.22'],
  florence: ['Arno', '43.776 11.21, 43.7715 11.24, 43.768 11.2531, 43.7645 11.265, 43.766 11.3'],
  krakow: ['Vistula', '50.055 19.9, 50.0535 19.925, 50.049 19.935, 50.0455 19.95, 50.055 19.98'],
  lisbon: ['Tagus', '38.685 -9.25, 38.6905 -9.2, 38.7 -9.17, 38.7065 -9.136, 38.712 -9.12, 38.75 -9.09, 38.79 -9.09'],
  london: ['Thames', '51.484 -0.22, 51.485 -0.13, 51.495 -0.123, 51.506 -0.119, 51.5095 -0.105, 51.507 -0.08, 51.503 -0.05, 51.484 -0.01, 51.507 0'],
  paris: ['Seine', '48.83 2.265, 48.85 2.28, 48.861 2.295, 48.8635 2.315, 48.8585 2.34, 48.852 2.352, 48.84 2.375, 48.82 2.4'],
  porto: ['Douro', '41.147 -8.67, 41.148 -8.64, 41.14 -8.615, 41.14 -8.609, 41.142 -8.59, 41.15 -8.57'],
  prague: ['Vltava', '50.05 14.413, 50.075 14.412, 50.0865 14.4115, 50.0925 14.42, 50.098 14.44'],
  rome: ['Tiber', '41.94 12.48, 41.915 12.473, 41.9025 12.466, 41.893 12.472, 41.885 12.476, 41.86 12.465'],
  seville: ['Guadalquivir', '37.41 -5.995, 37.395 -6.002, 37.386 -6.0025, 37.38 -5.995, 37.36 -5.99'],
  vienna: ['Danube Canal', '48.235 16.36, 48.217 16.37, 48.212 16.38, 48.2 16.4'],
};

const pointIn = (text: string): Coordinates => {
  const [latitude = 0, longitude = 0] = text.split(' ').map(Number);
  return { latitude, longitude };
};

export interface River {
  name: string;
  line: readonly Coordinates[];
}

export function riverOf(slug: string): River | null {
  const [name, points] = lines[slug] ?? [];
  return name && points ? { name, line: points.split(', ').map(pointIn) } : null;
}

/** The nearest point on a river, to a twentieth of each line segment. */
export function nearestOn({ line }: River, { latitude, longitude }: Coordinates): Coordinates {
  const narrowing = Math.cos((latitude * Math.PI) / 180);
  const far = (at: Coordinates): number => Math.hypot(at.latitude - latitude, (at.longitude - longitude) * narrowing);
  const steps = line.slice(1).flatMap((end, index) => {
    const start = line[index] ?? end;
    return Array.from({ length: 21 }, (_, step) => ({
      latitude: start.latitude + ((end.latitude - start.latitude) * step) / 20,
      longitude: start.longitude + ((end.longitude - start.longitude) * step) / 20,
    }));
  });
  return steps.reduce((best, at) => (far(at) < far(best) ? at : best));
}
