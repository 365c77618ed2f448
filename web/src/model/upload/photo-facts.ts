import type { Coordinates } from '@waystory/proto/kit/field.ts';

/** What a photo says of itself, as its camera wrote it. It is read in the browser; what is stored of the photo has neither. */
export interface PhotoFacts {
  coordinates: Coordinates | null;
  /** On the clock of the place, as `2026-05-04T14:05`. */
  takenAt: string | null;
}

/** As far as ExifReader names them. */
interface Tags {
  gps?: { Latitude?: number; Longitude?: number };
  exif?: { DateTimeOriginal?: { description: string }; DateTime?: { description: string } };
}

/** Cameras write `2026:05:04 14:05:11`, and zeros while their clock is not set. */
const moment = /^(\d{4}):(0[1-9]|1[0-2]):(0[1-9]|[12]\d|3[01]) ([01]\d|2[0-3]):([0-5]\d)/;

function takenAtOf({ exif }: Tags): string | null {
  const [, year, month, day, hour, minute] = moment.exec(exif?.DateTimeOriginal?.description ?? exif?.DateTime?.description ?? '') ?? [];
  return year && Number(year) > 1900 ? `${year}-${month}-${day}T${hour}:${minute}` : null;
}

function coordinatesOf({ gps }: Tags): Coordinates | null {
  const { Latitude: latitude = Number.NaN, Longitude: longitude = Number.NaN } = gps ?? {};
  // A receiver that had no satellites yet writes zeros.
  const isOnEarth = Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 && (latitude !== 0 || longitude !== 0);
  return isOnEarth ? { latitude, longitude } : null;
}

/** What tags say; null when they say neither where nor when. */
export function factsOf(tags: Tags): PhotoFacts | null {
  const facts = { coordinates: coordinatesOf(tags), takenAt: takenAtOf(tags) };
  return facts.coordinates || facts.takenAt ? facts : null;
}

/** Where and when a photo was taken, as far as it says so. */
export async function readPhotoFacts(file: File): Promise<PhotoFacts | null> {
  try {
    const { load } = await import('exifreader');
    return factsOf(load(await file.arrayBuffer(), { expanded: true }));
  } catch {
    // Most pictures have no such tags, and one whose tags are broken is a picture all the same.
    return null;
  }
}
