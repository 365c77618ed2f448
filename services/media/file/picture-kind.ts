import type { UploadType } from '@waystory/proto/media/file.ts';

/** Picture type by content. HEIC is recognised only so that the refusal can explain how to convert it. */
type PictureKind = UploadType | 'image/heic';

const ascii = (bytes: Uint8Array, from: number, to: number): string => Buffer.from(bytes.subarray(from, to)).toString('latin1');

/** Picture type by content; null for other files and for types that can carry scripts, such as SVG. */
export function pictureKindOf(bytes: Uint8Array): PictureKind | null {
  const head = ascii(bytes, 0, 12);
  if (head.startsWith('\xff\xd8\xff')) return 'image/jpeg';
  if (head.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png';
  if (/^GIF8[79]a/.test(head)) return 'image/gif';
  if (head.startsWith('RIFF') && head.endsWith('WEBP')) return 'image/webp';
  return head.slice(4, 8) === 'ftyp' ? kindByBrands(bytes) : null;
}

/** Most brands that are read of the `ftyp` box; real files have fewer than ten. */
const mostBrands = 64;
const brandsOfAvif = new Set(['avif', 'avis', 'avio', 'MA1A', 'MA1B']);
const brandsOfHeic = new Set(['heic', 'heix', 'hevc', 'hevx', 'heim', 'heis', 'hevm', 'hevs']);
/** Brands of the HEIF container, which do not tell AVIF from HEIC. */
const brandsOfAny = new Set(['mif1', 'mif2', 'mif3', 'msf1', 'miaf', 'MiHB', 'MiHE', '1pic']);
/** Bytes at the start of a file that are searched for its item types. */
const itemsWithin = 16_384;

/** Type by all brands, because some encoders set the major brand to the one of the container. */
function kindByBrands(bytes: Uint8Array): PictureKind | null {
  const brands = brandsIn(bytes);
  if (brands.some((brand) => brandsOfAvif.has(brand))) return 'image/avif';
  if (brands.some((brand) => brandsOfHeic.has(brand))) return 'image/heic';
  if (!brands.some((brand) => brandsOfAny.has(brand))) return null;
  const items = ascii(bytes, 0, itemsWithin);
  if (items.includes('av01')) return 'image/avif';
  return items.includes('hvc1') ? 'image/heic' : null;
}

/** Brands of the first box (`ftyp`), the major brand first. */
function brandsIn(bytes: Uint8Array): string[] {
  const size = Buffer.from(bytes.subarray(0, 4)).readUInt32BE();
  const end = Math.min(size, bytes.length, 16 + 4 * mostBrands);
  const brands = [ascii(bytes, 8, 12)];
  for (let at = 16; at + 4 <= end; at += 4) brands.push(ascii(bytes, at, at + 4));
  return brands;
}

/** A copy with the major brand `avif`, which every decoder recognises. */
export function withAvifMajorBrand(bytes: Uint8Array): Uint8Array {
  if (ascii(bytes, 8, 12) === 'avif') return bytes;
  const copy = Buffer.from(bytes);
  copy.write('avif', 8, 'latin1');
  return copy;
}

/** Most JPEG segments that are read before the scan; a photo has some dozens. */
const mostSegments = 2_000;

/** Bytes per pixel when a JPEG does not tell: a two-byte coefficient for each of three colour components. */
const mostHeld = 6;

/**
 * Bytes per pixel that a JPEG decoder holds at once. Zero for a baseline JPEG with all colour components in one scan, which is decoded row by row;
 * progressive and multi-scan files are held whole.
 */
export function decoderBytesPerPixel(jpeg: Uint8Array): number {
  const bytes = Buffer.from(jpeg.buffer, jpeg.byteOffset, jpeg.byteLength);
  let [at, held, rowColours] = [2, mostHeld, 0];
  for (let segment = 0; segment < mostSegments && at + 4 < bytes.length && bytes[at] === 0xff; segment++) {
    const marker = bytes.readUInt8(at + 1);
    // Fill bytes may precede a marker.
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    if (marker === startOfScan) return rowColours === bytes.readUInt8(at + 4) ? 0 : held;
    if (isFrame(marker)) {
      const colours = bytes[at + 9] ?? 0;
      if (marker <= 0xc1) rowColours = colours;
      held = coefficientBytes(bytes.subarray(at + 10, at + 10 + 3 * colours)) ?? mostHeld;
    }
    at += 2 + bytes.readUInt16BE(at + 2);
  }
  return mostHeld;
}

const startOfScan = 0xda;
const isFrame = (marker: number): boolean => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

/**
 * Bytes per pixel at two bytes per sample; null without valid sampling factors. `colours` has three bytes per component; the second byte holds its
 * sampling factors.
 */
function coefficientBytes(colours: Uint8Array): number | null {
  const samples = Array.from(colours).flatMap((value, at) => (at % 3 === 1 ? [[value >> 4, value & 15] as const] : []));
  const [across, down] = [0, 1].map((way) => Math.max(0, ...samples.map((one) => one[way] ?? 0)));
  if (!across || !down) return null;
  return (2 * samples.reduce((sum, [x, y]) => sum + x * y, 0)) / (across * down);
}
