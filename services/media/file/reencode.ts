import { Rejected } from '@waystory/infra/errors.ts';
import { pictureWidths, type UploadType } from '@waystory/proto/media/file.ts';
import type { Sharp, SharpOptions } from 'sharp';
import { decoderBytesPerPixel, pictureKindOf, withAvifMajorBrand } from './picture-kind.ts';

/** Longest side of a stored picture, pixels. */
const longestSide = 2_560;
/** Most pixels of an upload that is decoded as a whole: 200 MB of memory. */
const mostPixels = 51_000_000;
/** Most pixels of a JPEG that is reduced row by row; phones take pictures of 200 megapixels. */
const mostShrunkPixels = 210_000_000;
/** Most bytes in a decoder for a JPEG that has more than `mostPixels` and cannot be decoded row by row. */
const mostHeld = 220_000_000;
const quality = 82;
/** Timeout of one sharp operation, seconds. */
const patience = 20;

/** A re-encoded picture: upright, sRGB, without metadata. */
export interface Picture {
  bytes: Buffer;
  width: number;
  height: number;
  /** Copies in the standard widths below `width`. */
  narrowed: { width: number; bytes: Buffer }[];
}

/** Format name in sharp, by MIME type. */
const formats: Readonly<Record<UploadType, string>> = {
  'image/jpeg': 'jpeg',
  'image/png': 'png',
  'image/gif': 'gif',
  'image/webp': 'webp',
  'image/avif': 'heif',
};

/**
 * Re-encodes the pixels of an upload; of an animation, only the first frame.
 * @param type MIME type that the uploader claims.
 * @throws Rejected when the upload is no picture, of another type, damaged or too large.
 */
export async function reencode(upload: Uint8Array, type: string): Promise<Picture> {
  const { default: sharp } = await import('sharp');
  sharp.concurrency(1);
  sharp.cache(false);
  const found = pictureKindOf(upload);
  if (!found) throw new Rejected('file/no-picture');
  if (found === 'image/heic') throw new Rejected('file/no-picture', { kind: 'heic' });
  if (found !== type) throw new Rejected('file/wrong-type');
  const bytes = found === 'image/avif' ? withAvifMajorBrand(upload) : upload;
  const most = found === 'image/jpeg' ? mostPixelsOf(bytes) : mostPixels;
  const options: SharpOptions = { limitInputPixels: most, failOn: 'error', pages: 1, sequentialRead: true };
  const { format, width, height } = await readable(sharp(bytes, { ...options, limitInputPixels: false }).metadata());
  if (format !== formats[found]) throw new Rejected('file/wrong-type');
  if (width * height > most) throw new Rejected('file/too-many-pixels');
  const upright = sharp(bytes, options).autoOrient().resize({ width: longestSide, height: longestSide, fit: 'inside', withoutEnlargement: true });
  const { data, info } = await readable(upright.toColourspace('srgb').timeout({ seconds: patience }).raw().toBuffer({ resolveWithObject: true }));
  const pixels = (): Sharp => sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } });
  const packed = (picture: Sharp): Promise<Buffer> => picture.webp({ quality, effort: 4 }).timeout({ seconds: patience }).toBuffer();
  const narrowed: Picture['narrowed'] = [];
  for (const narrow of pictureWidths.filter((one) => one < info.width))
    narrowed.push({ width: narrow, bytes: await packed(pixels().resize({ width: narrow })) });
  return { bytes: await packed(pixels()), width: info.width, height: info.height, narrowed };
}

function mostPixelsOf(jpeg: Uint8Array): number {
  const held = decoderBytesPerPixel(jpeg);
  return held === 0 ? mostShrunkPixels : Math.max(mostPixels, Math.floor(mostHeld / held));
}

/** A decoder error becomes a rejection, because an unreadable picture is the fault of the client. */
async function readable<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch {
    throw new Rejected('file/unreadable');
  }
}
