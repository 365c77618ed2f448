import type { Coordinates } from '@waystory/proto/kit/field.ts';

/** Position and time that a camera wrote into a photo. They are read in the browser; the stored photo has neither. */
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
    GPSLatitudeRef?: Tag;
    GPSLongitude?: Tag;
    GPSLongitudeRef?: Tag;
    /** Drones of DJI name theirs so, older ones with a slip of the pen. */
    GpsLatitude?: Tag;
    GpsLongitude?: Tag;
    GpsLongtitude?: Tag;
  };
}

/** The text of a tag, without the zero bytes and blanks around it. */
function textOf(tag: Tag | undefined): string {
  const value = Array.isArray(tag?.value) ? tag.value[0] : tag?.value;
  return typeof value === 'string' || typeof value === 'number' ? String(value).replaceAll('\0', '').trim() : '';
}

/** Digits as a phone of another language writes them, in Latin ones. Digits of a script stand in a row from its zero. */
const latinDigits = (text: string): string =>
  text.replace(/\p{Nd}/gu, (digit) => {
    const code = digit.codePointAt(0) ?? 0;
    let zero = code;
    while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero--;
    return String((code - zero) % 10);
  });

/** Cameras write `2026:05:04 14:05:11`, some with one digit or a blank for a zero, programs also ISO 8601. A zone is left out: it is the clock of the place that counts. */
const moment = /^(\d{4})[:\-/.] ?(\d\d?)[:\-/.] ?(\d\d?)[T: ] *(\d\d?): ?(\d\d?)(?:: ?(\d\d?))?(.*)$/s;

/** Halves of a day, as clocks of twelve hours write them behind the time. */
const beforeNoon = /^[\d.,\s]*(a\.?\s?m|上午|午前|오전|ص)/i;
const afterNoon = /^[\d.,\s]*(p\.?\s?m|下午|午後|오후|م)/i;
const hourOf = (hour: number, rest: string): number => (afterNoon.test(rest) ? (hour % 12) + 12 : beforeNoon.test(rest) ? hour % 12 : hour);

/** Phones set to Thai count years from the Buddha on. */
const yearOf = (year: number): number => (year > 2_400 ? year - 543 : year);

/** A moment that there is. Midnight to the second is what is written where only the day is known, or where a clock was never set. */
function momentOf(text: string): string | null {
  const [, year, month, day, hour, minute, second = 0, rest = ''] = moment.exec(latinDigits(text)) ?? [];
  if (Number(hour) + Number(minute) + Number(second) === 0) return null;
  const padded = [month, day, hourOf(Number(hour), rest), minute].map((part) => String(part).padStart(2, '0'));
  const written = `${yearOf(Number(year))}-${padded[0]}-${padded[1]}T${padded[2]}:${padded[3]}`;
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

/** A quotient as it stands, and only where it is far too large one of numbers with signs. */
function partOf(part: unknown, index: number): number {
  const [above = Number.NaN, below = Number.NaN] = Array.isArray(part) ? part.map(Number) : [Number(part), 1];
  const quotient = above / below;
  return Math.abs(quotient) <= (index === 0 ? 180 : 60) ? quotient : signed(above) / signed(below);
}

const isNegative = (part: number): boolean => part < 0 || Object.is(part, -0);

/** Degrees, minutes and seconds, or the first of them with decimals, without a sign; null where one of them is none. */
function sumOf(parts: readonly number[], isBelow: boolean): number | null {
  // Seconds below zero behind degrees above are what a program rounded; behind degrees below they are the sign once more.
  const [degrees = Number.NaN, minutes = 0, seconds = 0] = parts.map((part, index) => (isBelow || index === 0 ? Math.abs(part) : part));
  if (![degrees, minutes, seconds].every(Number.isFinite) || Math.abs(minutes) > 60 || Math.abs(seconds) > 60) return null;
  return degrees + minutes / 60 + seconds / 3_600;
}

/** A position on an axis. A sign below zero weighs more than the reference; without either its side is not known, and it is none. */
function onAxis(parts: readonly number[], reference: string, { limit, sides }: Axis): number | null {
  const side = sides.indexOf(reference.slice(0, 1).toUpperCase());
  // The first part that is not zero has the sign.
  const isBelow = isNegative(parts.find((part) => part !== 0 || isNegative(part)) ?? 0);
  const sum = sumOf(parts, isBelow);
  if (sum === null || sum > limit || (side < 0 && !isBelow)) return null;
  // No zero with a sign.
  return sum === 0 ? 0 : isBelow || side === 1 ? -sum : sum;
}

/** A number, with or without its decimals, and what may stand behind it: `°`, `deg`, `'`, `"`, a comma. */
const numbers = /^(?:[+-]?\d+(?:\.\d+)?\s*(?:[°º˚'"′″’”:,]|deg)*\s*){1,3}$/i;
const side = 'N(?:orth)?|S(?:outh)?|E(?:ast)?|W(?:est)?';
const written = new RegExp(`^(${side})?\\s*([^a-z]*(?:deg[^a-z]*)?)(${side})?$`, 'i');

/** XMP writes `33,51.6S`, programs also `33° 51' 36" S`, `S 33 51 36`, and `-33.86` with the sign for a side. */
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
  // A single pair stands for itself; one number or three are written as such.
  const parts = typeof value[0] === 'number' && value.length === 2 ? [value] : value;
  return onAxis(parts.map(partOf), textOf(reference), axis);
}

const xmpAxis = (tag: Tag | undefined, reference: Tag | undefined, axis: Axis): number | null => onAxisByText(textOf(tag), textOf(reference), axis);

function position(latitude: number | null, longitude: number | null): Coordinates | null {
  if (latitude === null || longitude === null) return null;
  // A receiver that had no satellites yet writes zeros, as does a phone that keeps the place to itself.
  return latitude === 0 && longitude === 0 ? null : { latitude, longitude };
}

const coordinatesOf = ({ exif, xmp }: Tags): Coordinates | null =>
  position(exifAxis(exif?.GPSLatitude, exif?.GPSLatitudeRef, latitudeAxis), exifAxis(exif?.GPSLongitude, exif?.GPSLongitudeRef, longitudeAxis)) ??
  position(xmpAxis(xmp?.GPSLatitude, xmp?.GPSLatitudeRef, latitudeAxis), xmpAxis(xmp?.GPSLongitude, xmp?.GPSLongitudeRef, longitudeAxis)) ??
  position(xmpAxis(xmp?.GpsLatitude, undefined, latitudeAxis), xmpAxis(xmp?.GpsLongitude ?? xmp?.GpsLongtitude, undefined, longitudeAxis));

/** Facts from the tags; null when there is no position and no time. */
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
