import { Rejected } from '@waystory/infra/errors.ts';
import { pictureWidths, type UploadType } from '@waystory/proto/media/file.ts';
import type { Sharp, SharpOptions } from 'sharp';

/** Longest side of what is kept, pixels. */
const longestSide = 2_560;
/** Most pixels of an upload: what a telephone takes, and 200 MB when it is unpacked. */
const mostPixels = 51_000_000;
const quality = 82;
/** Seconds that one step may take. */
const patience = 20;

/** A picture made anew: upright, sRGB, without anything that is not its pixels. */
export interface Picture {
  bytes: Buffer;
  width: number;
  height: number;
  /** Narrower ones, as far as they would be narrower. */
  narrowed: { width: number; bytes: Buffer }[];
}

const ascii = (bytes: Uint8Array, from: number, to: number): string => Buffer.from(bytes.subarray(from, to)).toString('latin1');

/** Type of a picture by its content; null for everything that is none, and for kinds that could run something, such as SVG. */
export function typeOf(bytes: Uint8Array): UploadType | null {
  const head = ascii(bytes, 0, 12);
  if (head.startsWith('\xff\xd8\xff')) return 'image/jpeg';
  if (head.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png';
  if (/^GIF8[79]a/.test(head)) return 'image/gif';
  if (head.startsWith('RIFF') && head.endsWith('WEBP')) return 'image/webp';
  return /ftypavi[fs]$/.test(head) ? 'image/avif' : null;
}

/** What the reader says that it read, for each type. */
const formats: Readonly<Record<UploadType, string>> = {
  'image/jpeg': 'jpeg',
  'image/png': 'png',
  'image/gif': 'gif',
  'image/webp': 'webp',
  'image/avif': 'heif',
};

/**
 * A new picture with the pixels of an upload, of an animation those of the first frame.
 * @param type that was named for it.
 * @throws Rejected when it is no picture, another one than was named, damaged, or too large.
 */
export async function reencode(bytes: Uint8Array, type: string): Promise<Picture> {
  const { default: sharp } = await import('sharp');
  sharp.concurrency(1);
  sharp.cache(false);
  const found = typeOf(bytes);
  if (!found) throw new Rejected('file/no-picture');
  if (found !== type) throw new Rejected('file/wrong-type');
  const options: SharpOptions = { limitInputPixels: mostPixels, failOn: 'error', pages: 1, sequentialRead: true };
  const { format, width, height } = await readable(sharp(bytes, { ...options, limitInputPixels: false }).metadata());
  if (format !== formats[found]) throw new Rejected('file/wrong-type');
  if (width * height > mostPixels) throw new Rejected('file/too-many-pixels');
  const upright = sharp(bytes, options).autoOrient().resize({ width: longestSide, height: longestSide, fit: 'inside', withoutEnlargement: true });
  const { data, info } = await readable(upright.toColourspace('srgb').timeout({ seconds: patience }).raw().toBuffer({ resolveWithObject: true }));
  const pixels = (): Sharp => sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } });
  const packed = (picture: Sharp): Promise<Buffer> => picture.webp({ quality, effort: 4 }).timeout({ seconds: patience }).toBuffer();
  const narrowed: Picture['narrowed'] = [];
  for (const narrow of pictureWidths.filter((one) => one < info.width))
    narrowed.push({ width: narrow, bytes: await packed(pixels().resize({ width: narrow })) });
  return { bytes: await packed(pixels()), width: info.width, height: info.height, narrowed };
}

/** What cannot be read is the fault of whoever sent it. */
async function readable<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch {
    throw new Rejected('file/unreadable');
  }
}
