import type { Coordinates } from '@waystory/proto/kit/field.ts';

/** Position and time in a photo's metadata. They are read in the browser; the stored photo has neither. */
export interface PhotoFacts {
  coordinates: Coordinates | null;
  /** Local time at the place, as `2026-05-04T14:05`. */
  takenAt: string | null;
}

interface Tag {
  value?: unknown;
}

/** Tags by ExifReader's names. Its computed `gps` is ignored, because it lacks signs and lower-case references. */
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
    GPSLatitudeRef?: Tag;
    GPSLongitude?: Tag;
    GPSLongitudeRef?: Tag;
    /** XMP names of DJI drones, including the misspelling of older ones. */
    GpsLatitude?: Tag;
    GpsLongitude?: Tag;
    GpsLongtitude?: Tag;
  };
}

/** Text of a tag without surrounding zero bytes and blanks. */
function textOf(tag: Tag | undefined): string {
  const value = Array.isArray(tag?.value) ? tag.value[0] : tag?.value;
  return typeof value === 'string' || typeof value === 'number' ? String(value).replaceAll('\0', '').trim() : '';
}

/** Converts digits of other scripts to Latin digits. A script's digits are consecutive from its zero. */
const latinDigits = (text: string): string =>
  text.replace(/\p{Nd}/gu, (digit) => {
    const code = digit.codePointAt(0) ?? 0;
    let zero = code;
    while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero--;
    return String((code - zero) % 10);
  });

/**
 * EXIF has `2026:05:04 14:05:11`, sometimes with one digit or a blank for a zero; programs also write ISO 8601. Zones are ignored, because stories
 * use local times.
 */
const moment = /^(\d{4})[:\-/.] ?(\d\d?)[:\-/.] ?(\d\d?)[T: ] *(\d\d?): ?(\d\d?)(?:: ?(\d\d?))?(.*)$/s;

/** Markers of a 12-hour clock behind the time. */
const beforeNoon = /^[\d.,\s]*(a\.?\s?m|上午|午前|오전|ص)/i;
const afterNoon = /^[\d.,\s]*(p\.?\s?m|下午|午後|오후|م)/i;
const hourOf = (hour: number, rest: string): number => (afterNoon.test(rest) ? (hour % 12) + 12 : beforeNoon.test(rest) ? hour % 12 : hour);

/** Phones set to Thai count years of the Buddhist calendar. */
const yearOf = (year: number): number => (year > 2_400 ? year - 543 : year);

/** Parses a local time; null when invalid. Midnight to the second is refused, because it marks a missing time or an unset clock. */
function momentOf(text: string): string | null {
  const [, year, month, day, hour, minute, second = 0, rest = ''] = moment.exec(latinDigits(text)) ?? [];
  if (Number(hour) + Number(minute) + Number(second) === 0) return null;
  const padded = [month, day, hourOf(Number(hour), rest), minute].map((part) => String(part).padStart(2, '0'));
  const written = `${yearOf(Number(year))}-${padded[0]}-${padded[1]}T${padded[2]}:${padded[3]}`;
  const date = new Date(`${written}:00Z`);
  if (Number(year) <= 1900 || Number.isNaN(date.getTime())) return null;
  // JavaScript would turn 31 February into a day of March.
  return date.toISOString().startsWith(written) ? written : null;
}

/** Time of capture, or else of the scan. `DateTime` and `ModifyDate` are excluded, because they hold the last change of the file. */
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
  /** References of both directions; the second is negative. */
  sides: readonly [string, string];
}
const latitudeAxis: Axis = { limit: 90, sides: ['N', 'S'] };
const longitudeAxis: Axis = { limit: 180, sides: ['E', 'W'] };

/** Reinterprets an unsigned 32-bit integer as signed. */
const signed = (part: number): number => (part > 0x7fff_ffff ? part - 0x1_0000_0000 : part);

/** Quotient of a rational number. Recomputed with signed integers when it exceeds 180 degrees, or 60 minutes or seconds. */
function partOf(part: unknown, index: number): number {
  const [above = Number.NaN, below = Number.NaN] = Array.isArray(part) ? part.map(Number) : [Number(part), 1];
  const quotient = above / below;
  return Math.abs(quotient) <= (index === 0 ? 180 : 60) ? quotient : signed(above) / signed(below);
}

const isNegative = (part: number): boolean => part < 0 || Object.is(part, -0);

/** Unsigned degrees from degrees, minutes and seconds; minutes and seconds may be missing. Null for an invalid part. */
function sumOf(parts: readonly number[], isBelow: boolean): number | null {
  // Negative seconds after positive degrees are a rounding error; after negative degrees they repeat the sign.
  const [degrees = Number.NaN, minutes = 0, seconds = 0] = parts.map((part, index) => (isBelow || index === 0 ? Math.abs(part) : part));
  if (![degrees, minutes, seconds].every(Number.isFinite) || Math.abs(minutes) > 60 || Math.abs(seconds) > 60) return null;
  return degrees + minutes / 60 + seconds / 3_600;
}

/**
 * Signed coordinate on an axis. A negative sign outweighs the reference (N, S, E or W). Null for an invalid value, and for a positive one without a
 * valid reference.
 */
function onAxis(parts: readonly number[], reference: string, { limit, sides }: Axis): number | null {
  const side = sides.indexOf(reference.slice(0, 1).toUpperCase());
  // The first nonzero part has the sign.
  const isBelow = isNegative(parts.find((part) => part !== 0 || isNegative(part)) ?? 0);
  const sum = sumOf(parts, isBelow);
  if (sum === null || sum > limit || (side < 0 && !isBelow)) return null;
  // Avoids negative zero.
  return sum === 0 ? 0 : isBelow || side === 1 ? -sum : sum;
}

/** Numbers, with or without decimals, and the units behind them: `°`, `deg`, `'`, `"`, a comma. */
const numbers = /^(?:[+-]?\d+(?:\.\d+)?\s*(?:[°º˚'"′″’”:,]|deg)*\s*){1,3}$/i;
const side = 'N(?:orth)?|S(?:outh)?|E(?:ast)?|W(?:est)?';
const written = new RegExp(`^(${side})?\\s*([^a-z]*(?:deg[^a-z]*)?)(${side})?$`, 'i');

/** XMP has `33,51.6S`; programs also write `33° 51' 36" S`, `S 33 51 36`, and `-33.86` with a sign instead of a side. */
function onAxisByText(text: string, reference: string, axis: Axis): number | null {
  const [, before, between = '', behind] = written.exec(text) ?? [];
  if (!numbers.test(between)) return null;
  const parts = between.match(/[+-]?\d+(?:\.\d+)?/g)?.map(Number) ?? [];
  const bySign = parts.length === 1 && between.includes('.') ? axis.sides[0] : '';
  return onAxis(parts, before ?? behind ?? (reference || bySign), axis);
}

function exifAxis(tag: Tag | undefined, reference: Tag | undefined, axis: Axis): number | null {
  const value = tag?.value;
  if (!Array.isArray(value)) return null;
  if (typeof value[0] === 'string') return onAxisByText(textOf(tag), textOf(reference), axis);
  // A flat pair is one rational; one or three numbers are plain values.
  const parts = typeof value[0] === 'number' && value.length === 2 ? [value] : value;
  return onAxis(parts.map(partOf), textOf(reference), axis);
}

const xmpAxis = (tag: Tag | undefined, reference: Tag | undefined, axis: Axis): number | null => onAxisByText(textOf(tag), textOf(reference), axis);

function position(latitude: number | null, longitude: number | null): Coordinates | null {
  if (latitude === null || longitude === null) return null;
  // A receiver without satellites writes zeros, as does a phone that withholds its position.
  return latitude === 0 && longitude === 0 ? null : { latitude, longitude };
}

const coordinatesOf = ({ exif, xmp }: Tags): Coordinates | null =>
  position(exifAxis(exif?.GPSLatitude, exif?.GPSLatitudeRef, latitudeAxis), exifAxis(exif?.GPSLongitude, exif?.GPSLongitudeRef, longitudeAxis)) ??
  position(xmpAxis(xmp?.GPSLatitude, xmp?.GPSLatitudeRef, latitudeAxis), xmpAxis(xmp?.GPSLongitude, xmp?.GPSLongitudeRef, longitudeAxis)) ??
  position(xmpAxis(xmp?.GpsLatitude, undefined, latitudeAxis), xmpAxis(xmp?.GpsLongitude ?? xmp?.GpsLongtitude, undefined, longitudeAxis));

/** Facts from the tags; null without position and time. */
export function photoFactsOf(tags: Tags): PhotoFacts | null {
  const facts = { coordinates: coordinatesOf(tags), takenAt: takenAtOf(tags) };
  return facts.coordinates || facts.takenAt ? facts : null;
}

/** Position and time of a photo, if known. */
export async function readPhotoFacts(file: File): Promise<PhotoFacts | null> {
  try {
    const { load } = await import('exifreader');
    return photoFactsOf(load(await file.arrayBuffer(), { expanded: true }));
  } catch {
    // Most pictures lack such tags, and broken tags do not invalidate a picture.
    return null;
  }
}

/** Android's photo picker strips positions; its file manager does not. */
export const stripsPhotoLocation = ({ userAgent }: Pick<Navigator, 'userAgent'> = navigator): boolean => /Android/i.test(userAgent);

/** True when this device has probably stripped the photo's position. */
export const hasStrippedLocation = (facts: PhotoFacts | null, device?: Pick<Navigator, 'userAgent'>): boolean =>
  facts !== null && facts.takenAt !== null && facts.coordinates === null && stripsPhotoLocation(device);
