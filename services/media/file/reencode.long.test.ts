import { deflateSync, gzipSync } from 'node:zlib';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { decoderBytesPerPixel, pictureKindOf } from './picture-kind.ts';
import { animatedGif, gifWithStatedSize, jpeg, phonePhoto, png, pngWithStatedSize, redAndBluePicture, svgWithScript } from './pictures.fixture.ts';
import { reencode } from './reencode.ts';

const codeOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'accepted',
    ({ code }) => code,
  );

/** Colour at a relative position, 0 to 1 in both directions. */
async function colourAt(bytes: Buffer, x: number, y: number): Promise<number[]> {
  const { data, info } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const at = (Math.floor(y * (info.height - 1)) * info.width + Math.floor(x * (info.width - 1))) * 3;
  return [...data.subarray(at, at + 3)];
}
const mostly = ([red = 0, , blue = 0]: number[]): string => (red > 200 && blue < 60 ? 'red' : blue > 200 && red < 60 ? 'blue' : 'neither');

describe('re-encoded picture', () => {
  test('is upright and carries no metadata', async () => {
    const picture = await reencode(await phonePhoto(600, 400), 'image/jpeg');
    expect([picture.width, picture.height]).toEqual([400, 600]);
    const { format, exif, icc, xmp, iptc, orientation, space } = await sharp(picture.bytes).metadata();
    expect([format, exif, icc, xmp, iptc, orientation, space]).toEqual(['webp', undefined, undefined, undefined, undefined, undefined, 'srgb']);
    expect(picture.bytes.includes('Someone')).toBe(false);
    // After a quarter turn the left half is at the top.
    expect([mostly(await colourAt(picture.bytes, 0.5, 0)), mostly(await colourAt(picture.bytes, 0.5, 1))]).toEqual(['red', 'blue']);
  });

  test('has a longest side of at most 2560 pixels, and copies 320, 640 and 1280 pixels wide', async () => {
    const wide = await reencode(await jpeg(4_000, 1_000), 'image/jpeg');
    expect([wide.width, wide.height, wide.narrowed.map(({ width }) => width)]).toEqual([2_560, 640, [320, 640, 1_280]]);
    for (const { width, bytes } of wide.narrowed) expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width, height: width / 4 });
    const small = await reencode(await jpeg(500, 500), 'image/jpeg');
    expect([small.width, small.narrowed.map(({ width }) => width)]).toEqual([500, [320]]);
    expect(await reencode(await png(1, 1), 'image/png')).toMatchObject({ width: 1, height: 1, narrowed: [] });
  });

  test.each(['jpeg', 'png', 'webp', 'gif', 'avif'] as const)('is produced from %s', async (format) => {
    const bytes = await redAndBluePicture(64, 32).toFormat(format).toBuffer();
    expect(pictureKindOf(bytes)).toBe(`image/${format}`);
    const picture = await reencode(bytes, `image/${format}`);
    expect([picture.width, picture.height, mostly(await colourAt(picture.bytes, 0, 0.5))]).toEqual([64, 32, 'red']);
  });

  test('is produced from grey, transparent and CMYK pictures', async () => {
    const transparent = await sharp({ create: { width: 4, height: 4, channels: 4, background: { r: 0, g: 0, b: 255, alpha: 0 } } })
      .png()
      .toBuffer();
    expect((await sharp((await reencode(transparent, 'image/png')).bytes).metadata()).hasAlpha).toBe(true);
    const grey = await redAndBluePicture(8, 8).toColourspace('b-w').png().toBuffer();
    const forPrint = await redAndBluePicture(64, 32).toColourspace('cmyk').jpeg({ quality: 100 }).toBuffer();
    expect((await reencode(grey, 'image/png')).width).toBe(8);
    expect(mostly(await colourAt((await reencode(forPrint, 'image/jpeg')).bytes, 0, 0.5))).not.toBe('blue');
  });

  test('shows the first frame of a long animation', async () => {
    const picture = await reencode(await animatedGif(500), 'image/gif');
    expect([picture.width, picture.height, (await sharp(picture.bytes).metadata()).pages]).toEqual([8, 8, undefined]);
    expect(await colourAt(picture.bytes, 0, 0)).toEqual([0, 0, 0]);
  });

  test.each(['<html><script>alert(1)</script></html>', 'PK\u0003\u0004 an archive', '%PDF-1.7', '<?php system($_GET["x"]);', 'x'.repeat(100_000)])(
    'contains no data that was appended to the upload: %.20s',
    async (tail) => {
      for (const [bytes, type] of [
        [await jpeg(), 'image/jpeg'],
        [await png(), 'image/png'],
      ] as const) {
        const picture = await reencode(Buffer.concat([bytes, Buffer.from(tail)]), type);
        expect([picture.bytes.includes(tail.slice(0, 12)), pictureKindOf(picture.bytes), picture.width]).toEqual([false, 'image/webp', 40]);
      }
    },
  );
});

/** A `ftyp` box with these brands and no content. */
function ofBrands(major: string, ...others: string[]): Buffer<ArrayBuffer> {
  const box = Buffer.alloc(16 + 4 * others.length);
  box.writeUInt32BE(box.length);
  box.write(`ftyp${major}`, 4, 'latin1');
  box.write(others.join(''), 16, 'latin1');
  return box;
}

describe('AVIF picture', () => {
  test.each(['mif1', 'miaf', 'msf1', 'MA1A', 'MA1B', 'avis', 'avio'])('is recognised with the major brand %s', async (brand) => {
    const bytes = await redAndBluePicture(64, 32).avif().toBuffer();
    bytes.write(brand, 8, 'latin1');
    expect(pictureKindOf(bytes)).toBe('image/avif');
    const before = Buffer.from(bytes);
    const picture = await reencode(bytes, 'image/avif');
    expect([picture.width, mostly(await colourAt(picture.bytes, 0, 0.5))]).toEqual([64, 'red']);
    expect(bytes.equals(before)).toBe(true);
  });

  test('with only container brands is recognised by its item types', async () => {
    const bytes = await redAndBluePicture(64, 32).avif().toBuffer();
    for (let at = 8; at < bytes.readUInt32BE(0); at += 4) if (at !== 12) bytes.write('mif1', at, 'latin1');
    expect(pictureKindOf(bytes)).toBe('image/avif');
    expect((await reencode(bytes, 'image/avif')).width).toBe(64);
  });

  test('is not recognised by brands behind the first box or behind the 64th brand', () => {
    expect(pictureKindOf(Buffer.concat([ofBrands('isom', 'mp41'), ofBrands('avif', 'avif')]))).toBeNull();
    expect(pictureKindOf(ofBrands('isom', ...Array.from({ length: 10_000 }, () => 'xxxx'), 'avif'))).toBeNull();
    for (const size of [0, 1, 0xffff_ffff]) {
      const box = ofBrands('isom', 'mp41');
      box.writeUInt32BE(size);
      expect(pictureKindOf(box)).toBeNull();
    }
  });
});

describe('phone photo', () => {
  const red = (width: number, height: number) => sharp({ create: { width, height, channels: 3, background: '#f00' } });

  test.each([
    [9_248, 6_944, 1],
    [12_000, 9_000, 6],
    [16_320, 12_240, 3],
  ])(
    'of %i x %i pixels is reduced to a longest side of 2560 pixels',
    async (width, height, orientation) => {
      const picture = await reencode(await red(width, height).withMetadata({ orientation }).jpeg().toBuffer(), 'image/jpeg');
      expect(Math.max(picture.width, picture.height)).toBe(2_560);
      expect(picture.width > picture.height).toBe(orientation !== 6);
      expect(mostly(await colourAt(picture.bytes, 0.5, 0.5))).toBe('red');
    },
    90_000,
  );

  test('is re-encoded also with a film, another picture or maker notes behind its pixels', async () => {
    const bytes = await jpeg();
    for (const tail of [
      Buffer.from('\0\0\0\x18ftypmp42\0\0\0\0mp42isom', 'latin1'),
      bytes,
      Buffer.from('\0\0\x0a\0Image_UTC_Data1700000000000SEFHk\0SEFT', 'latin1'),
    ])
      expect((await reencode(Buffer.concat([bytes, tail]), 'image/jpeg')).width).toBe(40);
  });

  test('that is decoded as a whole is refused above 220 MB of decoder memory', async () => {
    const pressed = (width: number, height: number, chromaSubsampling: string) =>
      red(width, height).jpeg({ progressive: true, chromaSubsampling }).toBuffer();
    expect([decoderBytesPerPixel(await pressed(16, 16, '4:2:0')), decoderBytesPerPixel(await pressed(16, 16, '4:4:4'))]).toEqual([3, 6]);
    expect(decoderBytesPerPixel(await jpeg())).toBe(0);
    expect(decoderBytesPerPixel(await redAndBluePicture(16, 16).toColourspace('b-w').jpeg().toBuffer())).toBe(0);
    expect((await reencode(await pressed(9_248, 6_944, '4:2:0'), 'image/jpeg')).width).toBe(2_560);
    expect(await codeOf(reencode(await pressed(12_000, 9_000, '4:2:0'), 'image/jpeg'))).toBe('file/too-many-pixels');
    expect(await codeOf(reencode(await pressed(9_248, 6_944, '4:4:4'), 'image/jpeg'))).toBe('file/too-many-pixels');
  }, 90_000);
});

describe('re-encoding', () => {
  test.each<[string, string, string, () => Promise<Uint8Array> | Uint8Array]>([
    ['file/no-picture', 'image/svg+xml', 'a drawing with script', () => svgWithScript],
    ['file/no-picture', 'image/png', 'a drawing with script by another name', () => svgWithScript],
    ['file/no-picture', 'text/html', 'a page', () => Buffer.from('<html>')],
    ['file/no-picture', 'image/jpeg', 'an archive', () => Buffer.concat([Buffer.from('PK\u0003\u0004'), gzipSync(Buffer.alloc(50_000_000))])],
    ['file/no-picture', 'image/png', 'a picture that was packed', async () => gzipSync(await png())],
    ['file/no-picture', 'image/heic', 'a kind that cannot be read', () => ofBrands('heic', 'mif1', 'heic')],
    ['file/no-picture', 'image/avif', 'that kind under the brand of its container', () => ofBrands('mif1', 'mif1', 'heic')],
    ['file/no-picture', 'image/avif', 'a film', () => ofBrands('isom', 'iso2', 'mp41')],
    ['file/no-picture', 'image/avif', 'a container of nothing', () => ofBrands('mif1')],
    ['file/no-picture', 'image/tiff', 'a kind that nobody shows', () => redAndBluePicture(9, 9).tiff().toBuffer()],
    ['file/no-picture', 'image/png', 'a few bytes', () => Buffer.from('\x89PNG', 'latin1')],
    ['file/wrong-type', 'image/png', 'another type than was named', () => jpeg()],
    ['file/wrong-type', 'text/html', 'a picture that is named a page', () => jpeg()],
    ['file/unreadable', 'image/jpeg', 'the beginning of a picture', async () => (await jpeg(900, 900)).subarray(0, 4_000)],
    ['file/unreadable', 'image/png', 'the beginning of another one', async () => (await png(900, 900)).subarray(0, 300)],
    ['file/unreadable', 'image/jpeg', 'a beginning and no picture', () => Buffer.from('\xff\xd8\xff\xe0<script>', 'latin1')],
    ['file/unreadable', 'image/webp', 'a name and no picture', () => Buffer.from('RIFF\x10\x00\x00\x00WEBPVP8 ', 'latin1')],
    ['file/unreadable', 'image/avif', 'another name and no picture', () => Buffer.from('\x00\x00\x00\x18ftypavif\x00\x00\x00\x00', 'latin1')],
    ['file/too-many-pixels', 'image/png', 'more pixels than are looked at', () => pngWithStatedSize(60_000, 60_000, Buffer.alloc(10))],
    ['file/too-many-pixels', 'image/png', 'one row too long', () => pngWithStatedSize(51_000_001, 1, Buffer.alloc(10))],
    ['file/too-many-pixels', 'image/gif', 'an animation as large as can be', () => gifWithStatedSize(65_535, 65_535)],
  ])('rejects with %s for the claimed type %s and %s', async (code, type, _, make) => {
    expect(await codeOf(reencode(await make(), type))).toBe(code);
  });

  test('uses less than 600 MB for a PNG with 100 MB of compressed surplus data', async () => {
    const before = process.memoryUsage().rss;
    const packed = deflateSync(Buffer.alloc(100_000_000));
    const text = Buffer.concat([Buffer.from('Comment\u0000\u0000', 'latin1'), packed]);
    for (const bytes of [pngWithStatedSize(4, 4, Buffer.alloc(100_000_000)), pngWithStatedSize(4, 4, Buffer.alloc(20), ['zTXt', text])])
      expect(await codeOf(reencode(bytes, 'image/png'))).toMatch(/accepted|file\/unreadable/);
    expect(process.memoryUsage().rss - before).toBeLessThan(600_000_000);
  });
});
