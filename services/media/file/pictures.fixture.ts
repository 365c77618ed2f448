import { crc32, deflateSync } from 'node:zlib';
import sharp, { type Sharp } from 'sharp';

type Bytes = Buffer<ArrayBuffer>;

/** A picture with a red left half and a blue right half. */
export function redAndBluePicture(width: number, height: number): Sharp {
  const half = { create: { width: Math.ceil(width / 2), height, channels: 3 as const, background: '#f00' } };
  return sharp({ create: { width, height, channels: 3, background: '#00f' } }).composite([{ input: half, left: 0, top: 0 }]);
}

export const jpeg = async (width = 40, height = 20): Promise<Bytes> => Buffer.from(await redAndBluePicture(width, height).jpeg().toBuffer());
export const png = async (width = 40, height = 20): Promise<Bytes> => Buffer.from(await redAndBluePicture(width, height).png().toBuffer());

/** A phone photo: rotated by EXIF, with position, author and a colour profile. */
export const phonePhoto = async (width: number, height: number): Promise<Bytes> =>
  Buffer.from(
    await redAndBluePicture(width, height)
      .withExif({ IFD0: { Copyright: 'Someone', Make: 'Telephone' }, IFD3: { GPSLatitude: '38/1 42/1 0/1', GPSLatitudeRef: 'N' } })
      .withIccProfile('p3')
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer(),
  );

function chunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}

/** A PNG whose header states this size, with any content and extra chunks. */
export function pngWithStatedSize(width: number, height: number, content: Uint8Array, ...others: [type: string, data: Uint8Array][]): Bytes {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 0], 8);
  const chunks = [
    chunk('IHDR', header),
    ...others.map(([type, data]) => chunk(type, data)),
    chunk('IDAT', deflateSync(content)),
    chunk('IEND', Buffer.of()),
  ];
  return Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), ...chunks]);
}

/** A GIF of one pixel whose header states this size. */
export function gifWithStatedSize(width: number, height: number): Bytes {
  const gif = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');
  // Byte offsets of the size of the logical screen and of the first frame.
  for (const at of [6, 32]) {
    gif.writeUInt16LE(width, at);
    gif.writeUInt16LE(height, at + 2);
  }
  return gif;
}

/** An animated GIF of grey frames, 8 x 8 pixels. */
export async function animatedGif(frames: number): Promise<Bytes> {
  const side = 8;
  const raw = Buffer.concat(Array.from({ length: frames }, (_, frame) => Buffer.alloc(side * side * 3, (frame * 37) % 256)));
  const strip = sharp(raw, { raw: { width: side, height: side * frames, channels: 3, pageHeight: side } });
  return Buffer.from(await strip.gif({ loop: 0 }).toBuffer());
}

export const svgWithScript: Bytes = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>');
