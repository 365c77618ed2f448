import type { Coordinates } from '@waystory/proto/kit/field.ts';

/** What a photo says of itself, as its camera wrote it. It is read in the browser; what is stored of the photo has neither. */
export interface PhotoFacts {
  coordinates: Coordinates | null;
  /** On the clock of the place, as `2026-05-04T14:05`. */
  takenAt: string | null;
}

interface Tag {
  value?: unknown;
}

/** As far as ExifReader names them. Its own `gps` is left alone: it knows no signs and no references in lower case. */
interface Tags {
  exif?: {
    DateTimeOriginal?: Tag;
    DateTimeDigitized?: Tag;
    GPSLatitude?: Tag;
    GPSLatitudeRef?: Tag;
    GPSLongitude?: Tag;
    GPSLongitudeRef?: Tag;
  };
  xmp?: {
    _raw?: string;
    DateTimeOriginal?: Tag;
    DateCreated?: Tag;
    DateTimeDigitized?: Tag;
    CreateDate?: Tag;
    GPSLatitude?: Tag;
    GPSLongitude?: Tag;
  };
}

/** The text of a tag, without the zero bytes and blanks around it. */
function textOf(tag: Tag | undefined): string {
  const value = Array.isArray(tag?.value) ? tag.value[0] : tag?.value;
  return typeof value === 'string' || typeof value === 'number' ? String(value).replaceAll('\0', '').trim() : '';
}

/** Cameras write `2026:05:04 14:05:11`, programs also ISO 8601. A zone is left out: it is the clock of the place that counts. */
const moment = /^(\d{4})[:\-/](\d\d)[:\-/](\d\d)[T ](\d\d):(\d\d)/;

/** A moment that there is; cameras whose clock is not set write zeros or blanks. */
function momentOf(text: string): string | null {
  const [, year = '', month = '', day = '', hour = '', minute = ''] = moment.exec(text) ?? [];
  const written = `${year}-${month}-${day}T${hour}:${minute}`;
  const date = new Date(`${written}:00Z`);
  if (Number(year) <= 1900 || Number.isNaN(date.getTime())) return null;
  // 31 February would become a day of March.
  return date.toISOString().startsWith(written) ? written : null;
}

/** When it was taken, else when it was scanned. The day on which a file was changed, `DateTime` and `ModifyDate`, says neither. */
function takenAtOf({ exif, xmp }: Tags): string | null {
  const dates = [exif?.DateTimeOriginal, exif?.DateTimeDigitized, xmp?.DateTimeOriginal, xmp?.DateCreated, xmp?.DateTimeDigitized, xmp?.CreateDate];
  for (const tag of dates) {
    const written = momentOf(textOf(tag));
    if (written) return written;
  }
  return null;
}

interface Axis {
  limit: number;
  /** References of both sides; the second lies below zero. */
  sides: readonly [string, string];
}
const latitudeAxis: Axis = { limit: 90, sides: ['N', 'S'] };
const longitudeAxis: Axis = { limit: 180, sides: ['E', 'W'] };

/** 32 bits with a sign that were read as if they had none. */
const signed = (part: number): number => (part > 0x7fff_ffff ? part - 0x1_0000_0000 : part);

const partOf = (part: unknown): number => {
  const [above, below] = Array.isArray(part) ? part.map(Number) : [Number(part), 1];
  return signed(above ?? Number.NaN) / signed(below ?? Number.NaN);
};

/** Degrees, minutes and seconds, or the first of them with decimals; null where one of them is none. */
function sumOf(parts: readonly number[]): number | null {
  const [degrees = Number.NaN, minutes = 0, seconds = 0] = parts.map(Math.abs);
  if (![degrees, minutes, seconds].every(Number.isFinite) || minutes > 60 || seconds > 60) return null;
  return degrees + minutes / 60 + seconds / 3_600;
}

/** A position on an axis. A sign below zero weighs more than the reference; without either its side is not known, and it is none. */
function onAxis(parts: readonly number[], reference: string, { limit, sides }: Axis): number | null {
  const sum = sumOf(parts);
  const side = sides.indexOf(reference.slice(0, 1).toUpperCase());
  const isBelow = parts.some((part) => part < 0 || Object.is(part, -0));
  if (sum === null || sum > limit || (side < 0 && !isBelow)) return null;
  // No zero with a sign.
  return sum === 0 ? 0 : isBelow || side === 1 ? -sum : sum;
}

function exifAxis(tag: Tag | undefined, reference: Tag | undefined, axis: Axis): number | null {
  const value = tag?.value;
  if (!Array.isArray(value)) return null;
  // A single pair stands for itself.
  const parts = typeof value[0] === 'number' ? [value] : value;
  return onAxis(parts.map(partOf), textOf(reference), axis);
}

/** XMP writes `33,51.6S` or `33,51,36S`. */
function xmpAxis(tag: Tag | undefined, axis: Axis): number | null {
  const [, numbers, reference] = /^([\d.,]+)\s*([NSEW])$/i.exec(textOf(tag)) ?? [];
  return numbers && reference ? onAxis(numbers.split(',').map(Number), reference, axis) : null;
}

function position(latitude: number | null, longitude: number | null): Coordinates | null {
  if (latitude === null || longitude === null) return null;
  // A receiver that had no satellites yet writes zeros, as does a phone that keeps the place to itself.
  return latitude === 0 && longitude === 0 ? null : { latitude, longitude };
}

const coordinatesOf = ({ exif, xmp }: Tags): Coordinates | null =>
  position(exifAxis(exif?.GPSLatitude, exif?.GPSLatitudeRef, latitudeAxis), exifAxis(exif?.GPSLongitude, exif?.GPSLongitudeRef, longitudeAxis)) ??
  position(xmpAxis(xmp?.GPSLatitude, latitudeAxis), xmpAxis(xmp?.GPSLongitude, longitudeAxis));

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

/** Android's photo picker hands pictures out without their place; its file manager does not. */
export const losesPlaces = ({ userAgent }: Pick<Navigator, 'userAgent'> = navigator): boolean => /Android/i.test(userAgent);

/** Whether a photo seems to have lost its place on the way from this device. */
export const hasLostPlace = (facts: PhotoFacts | null, device?: Pick<Navigator, 'userAgent'>): boolean =>
  facts !== null && facts.takenAt !== null && facts.coordinates === null && losesPlaces(device);
