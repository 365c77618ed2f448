import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { factsOf, readPhotoFacts } from './photo-facts.ts';

const pixel = () => sharp({ create: { width: 8, height: 8, channels: 3, background: '#3b82f6' } }).jpeg();
const fileOf = (bytes: Uint8Array<ArrayBuffer>): File => new File([bytes], 'photo.jpg', { type: 'image/jpeg' });

describe('a photo', () => {
  test('says where and when it was taken', async () => {
    const gps = { GPSLatitudeRef: 'S', GPSLatitude: '33/1 51/1 36/1', GPSLongitudeRef: 'E', GPSLongitude: '151/1 12/1 36/1' };
    const bytes = await pixel()
      .withExif({ IFD2: { DateTimeOriginal: '2026:05:04 14:05:11' }, IFD3: gps })
      .toBuffer();
    const facts = await readPhotoFacts(fileOf(new Uint8Array(bytes)));
    expect(facts?.takenAt).toBe('2026-05-04T14:05');
    expect(facts?.coordinates?.latitude).toBeCloseTo(-33.86, 4);
    expect(facts?.coordinates?.longitude).toBeCloseTo(151.21, 4);
  });

  test('that says nothing has no facts, nor has what is no photo', async () => {
    expect(await readPhotoFacts(fileOf(new Uint8Array(await pixel().toBuffer())))).toBeNull();
    expect(await readPhotoFacts(fileOf(new Uint8Array([1, 2, 3])))).toBeNull();
  });
});

describe('tags', () => {
  const at = (description: string) => factsOf({ exif: { DateTimeOriginal: { description } } });
  test.each(['0000:00:00 00:00:00', '    :  :     :  :  ', '2026:13:04 14:05:11', 'yesterday'])(
    'of a clock that was not set are none: %s',
    (text) => {
      expect(at(text)).toBeNull();
    },
  );

  test('of a receiver without satellites are none', () => {
    expect(factsOf({ gps: { Latitude: 0, Longitude: 0 } })).toBeNull();
    expect(factsOf({ gps: { Latitude: 48 } })).toBeNull();
    expect(factsOf({ gps: { Latitude: 91, Longitude: 7 } })).toBeNull();
  });

  test('may say only one of both', () => {
    expect(factsOf({ gps: { Latitude: 48.1, Longitude: 0 } })).toEqual({ coordinates: { latitude: 48.1, longitude: 0 }, takenAt: null });
    expect(factsOf({ exif: { DateTime: { description: '2026:05:04 23:59:00' } } })).toEqual({ coordinates: null, takenAt: '2026-05-04T23:59' });
  });
});
