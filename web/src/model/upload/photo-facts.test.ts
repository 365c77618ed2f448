import { describe, expect, test } from 'vitest';
import { photoWith, type TagValue, tag, type WrittenTags } from '../testing/photo.fixture.ts';
import { hasStrippedLocation, photoFactsOf, readPhotoFacts } from './photo-facts.ts';

const taken = '2019:07:21 10:42:11';
const edited = '2026:01:05 20:42:00';
const dms = (degrees: number, minutes: number, seconds: number, unit = 1): TagValue => [
  [degrees, 1],
  [minutes, 1],
  [Math.round(seconds * unit), unit],
];
/** 33 51 36 south, 151 12 36 east. */
const sydney = { [tag.latRef]: 'S', [tag.lat]: dms(33, 51, 36), [tag.lngRef]: 'E', [tag.lng]: dms(151, 12, 36) };
const atSydney = { latitude: -33.86, longitude: 151.21 };
const written = { [tag.original]: taken, [tag.digitized]: taken };
const zeros: TagValue = [
  [0, 1],
  [0, 1],
  [0, 1],
];

const dji = 'xmlns:drone-dji="http://www.dji.com/drone-dji/1.0/"';

/** Tag formats of cameras, phones and programs. */
const writers: readonly [writer: string, tags: WrittenTags, takenAt: string | null, at: { latitude: number; longitude: number } | null][] = [
  [
    'an iPhone',
    { ifd0: { [tag.make]: 'Apple', [tag.dateTime]: taken }, exif: written, gps: { ...sydney, [tag.lat]: dms(33, 51, 36, 100) }, bigEndian: true },
    '2019-07-21T10:42',
    atSydney,
  ],
  [
    'a Samsung',
    { ifd0: { [tag.make]: 'samsung', [tag.dateTime]: taken }, exif: written, gps: { ...sydney, [tag.lat]: dms(33, 51, 36, 1_000_000) } },
    '2019-07-21T10:42',
    atSydney,
  ],
  [
    'a Pixel',
    { ifd0: { [tag.make]: 'Google', [tag.dateTime]: taken }, exif: written, gps: { ...sydney, [tag.lat]: dms(33, 51, 36, 100) } },
    '2019-07-21T10:42',
    atSydney,
  ],
  ['a Canon without a receiver', { ifd0: { [tag.make]: 'Canon', [tag.dateTime]: taken }, exif: written }, '2019-07-21T10:42', null],
  [
    'a Canon whose receiver had no satellites',
    { ifd0: { [tag.make]: 'Canon' }, exif: written, gps: { 0: '\u0002\u0003' } },
    '2019-07-21T10:42',
    null,
  ],
  [
    'a Nikon with decimal minutes',
    {
      ifd0: { [tag.make]: 'NIKON' },
      exif: written,
      gps: {
        ...sydney,
        [tag.lat]: [
          [33, 1],
          [516_000, 10_000],
          [0, 1],
        ],
      },
    },
    '2019-07-21T10:42',
    atSydney,
  ],
  ['a Sony', { ifd0: { [tag.make]: 'SONY', [tag.dateTime]: taken }, exif: written }, '2019-07-21T10:42', null],
  ['a GoPro', { ifd0: { [tag.make]: 'GoPro' }, exif: written, gps: { ...sydney, [tag.lng]: dms(151, 12, 36, 1_000) } }, '2019-07-21T10:42', atSydney],
  [
    'a DJI drone',
    { ifd0: { [tag.make]: 'DJI' }, exif: written, gps: { ...sydney, [tag.lat]: dms(33, 51, 36, 10_000) } },
    '2019-07-21T10:42',
    atSydney,
  ],
  [
    'Lightroom',
    {
      ifd0: { [tag.dateTime]: edited },
      exif: written,
      gps: {
        ...sydney,
        [tag.lat]: [
          [33, 1],
          [51_600_000, 1_000_000],
        ],
      },
    },
    '2019-07-21T10:42',
    atSydney,
  ],
  ['Picasa', { ifd0: { [tag.dateTime]: edited }, exif: { [tag.original]: taken }, gps: sydney }, '2019-07-21T10:42', atSydney],
  [
    'an export of Google Photos',
    {
      ifd0: { [tag.dateTime]: taken },
      exif: written,
      gps: { [tag.latRef]: 'S', [tag.lat]: dms(33, 51, 36, 100), [tag.lngRef]: 'E', [tag.lng]: dms(151, 12, 36, 100) },
    },
    '2019-07-21T10:42',
    atSydney,
  ],
  ['WhatsApp, which leaves nothing', {}, null, null],
  ['Snapseed, which writes when it was edited', { ifd0: { [tag.dateTime]: edited }, exif: { [tag.digitized]: taken } }, '2019-07-21T10:42', null],
  ['a program that knows the day of editing alone', { ifd0: { [tag.dateTime]: edited } }, null, null],
  [
    'a scanner, which digitizes',
    { ifd0: { [tag.dateTime]: edited }, exif: { [tag.original]: '0000:00:00 00:00:00', [tag.digitized]: taken } },
    '2019-07-21T10:42',
    null,
  ],
  [
    'a camera that blanks what it does not know',
    { exif: { [tag.original]: '    :  :     :  :  ', [tag.digitized]: taken } },
    '2019-07-21T10:42',
    null,
  ],
  ['a writer of references in lower case', { gps: { ...sydney, [tag.latRef]: 's', [tag.lngRef]: 'e' } }, null, atSydney],
  ['a writer of words for references', { gps: { ...sydney, [tag.latRef]: 'South', [tag.lngRef]: ' East' } }, null, atSydney],
  ['a writer of zero bytes behind references', { gps: { ...sydney, [tag.latRef]: 'S\0\0\0', [tag.lngRef]: 'E\0' } }, null, atSydney],
  [
    'a writer of signs beside the reference',
    {
      gps: {
        ...sydney,
        [tag.lat]: {
          signed: [
            [-33, 1],
            [51, 1],
            [36, 1],
          ],
        },
      },
    },
    null,
    atSydney,
  ],
  [
    'a writer of signs under the wrong reference',
    {
      gps: {
        ...sydney,
        [tag.latRef]: 'N',
        [tag.lat]: {
          signed: [
            [-33, 1],
            [-51, 1],
            [-36, 1],
          ],
        },
      },
    },
    null,
    atSydney,
  ],
  [
    'a writer of signs where none may be',
    {
      gps: {
        ...sydney,
        [tag.latRef]: 'N',
        [tag.lat]: [
          [-33, 1],
          [51, 1],
          [36, 1],
        ],
      },
    },
    null,
    atSydney,
  ],
  [
    'a writer of decimal degrees',
    {
      gps: {
        ...sydney,
        [tag.lat]: [[3_386, 100]],
        [tag.lng]: [
          [15_121, 100],
          [0, 1],
          [0, 1],
        ],
      },
    },
    null,
    atSydney,
  ],
  ['a writer on the equator', { gps: { ...sydney, [tag.lat]: zeros } }, null, { latitude: 0, longitude: 151.21 }],
  [
    'Android, which puts zeros for the place',
    { exif: written, gps: { [tag.latRef]: '', [tag.lat]: zeros, [tag.lngRef]: '', [tag.lng]: zeros } },
    '2019-07-21T10:42',
    null,
  ],
  ['Android, which puts zeros with references', { exif: written, gps: { ...sydney, [tag.lat]: zeros, [tag.lng]: zeros } }, '2019-07-21T10:42', null],
  [
    'a writer of nothing over nothing',
    {
      exif: written,
      gps: {
        ...sydney,
        [tag.lat]: [
          [0, 0],
          [0, 0],
          [0, 0],
        ],
      },
    },
    '2019-07-21T10:42',
    null,
  ],
  ['a writer without references', { gps: { [tag.lat]: dms(33, 51, 36), [tag.lng]: dms(151, 12, 36) } }, null, null],
  [
    'a writer of XMP alone',
    { xmp: 'exif:GPSLatitude="33,51.6S" exif:GPSLongitude="151,12,36E" exif:DateTimeOriginal="2019-07-21T10:42:11+10:00"' },
    '2019-07-21T10:42',
    atSydney,
  ],
  [
    'a writer of XMP for where, EXIF for when',
    { exif: written, xmp: 'exif:GPSLatitude="33,51.6S" exif:GPSLongitude="151,12.6E" xmp:ModifyDate="2026-01-05T20:42:00"' },
    '2019-07-21T10:42',
    atSydney,
  ],
  ['a program that modified XMP', { xmp: 'xmp:ModifyDate="2026-01-05T20:42:00" xmp:CreateDate="2019-07-21T10:42:11"' }, '2019-07-21T10:42', null],
  [
    'a program whose seconds were rounded below zero',
    {
      gps: {
        ...sydney,
        [tag.lat]: {
          signed: [
            [33, 1],
            [52, 1],
            [-24, 1],
          ],
        },
      },
    },
    null,
    atSydney,
  ],
  [
    'a program with eight decimals, whose numbers need all 32 bits',
    {
      gps: {
        ...sydney,
        [tag.lat]: [
          [33, 1],
          [51, 1],
          [3_600_000_000, 100_000_000],
        ],
      },
    },
    null,
    atSydney,
  ],
  ['a program that writes degrees as words', { gps: { ...sydney, [tag.lat]: `33 deg 51' 36.00"`, [tag.lng]: '151,12,36' } }, null, atSydney],
  ['a phone set to Arabic', { exif: { [tag.original]: '٢٠١٩:٠٧:٢١ ١٠:٤٢:١١' } }, '2019-07-21T10:42', null],
  ['a program of signed decimals in XMP', { xmp: 'exif:GPSLatitude="-33.86" exif:GPSLongitude="151.21"' }, null, atSydney],
  [
    'a program of XMP with references of their own',
    { xmp: 'exif:GPSLatitude="33.86" exif:GPSLatitudeRef="S" exif:GPSLongitude="151.21" exif:GPSLongitudeRef="E"' },
    null,
    atSydney,
  ],
  ['a program of XMP with marks', { xmp: `exif:GPSLatitude="33°51'36&quot;S" exif:GPSLongitude="E 151 12 36"` }, null, atSydney],
  ['a drone that leaves its place in XMP', { xmp: `${dji} drone-dji:GpsLatitude="-33.860000" drone-dji:GpsLongitude="+151.210000"` }, null, atSydney],
  ['an older drone that misspells it', { xmp: `${dji} drone-dji:GpsLatitude="-33.860000" drone-dji:GpsLongtitude="+151.210000"` }, null, atSydney],
  [
    'a program of XMP in elements',
    {
      xmp: '><exif:GPSLatitude>33,51.6S</exif:GPSLatitude><exif:GPSLongitude>151,12.6E</exif:GPSLongitude><photoshop:DateCreated>2019-07-21T10:42:11.05+10:00</photoshop:DateCreated></rdf:Description><rdf:Description rdf:about=""',
    },
    '2019-07-21T10:42',
    atSydney,
  ],
  ['a program whose XMP is broken', { exif: written, gps: sydney, xmp: 'exif:GPSLatitude=<&' }, '2019-07-21T10:42', atSydney],
];

test.each(writers)('Metadata of a photo by %s gives its time and position where known', async (_, tags, takenAt, at) => {
  const facts = await readPhotoFacts(photoWith(tags));
  expect(facts?.takenAt ?? null).toBe(takenAt);
  if (at === null) return expect(facts?.coordinates ?? null).toBeNull();
  expect(facts?.coordinates?.latitude).toBeCloseTo(at.latitude, 4);
  expect(facts?.coordinates?.longitude).toBeCloseTo(at.longitude, 4);
});

test('readPhotoFacts returns null for a file that is no photo', async () => {
  expect(await readPhotoFacts(new File([new Uint8Array([1, 2, 3])], 'x.jpg'))).toBeNull();
});

describe('Date of a photo', () => {
  const at = (value: string) => photoFactsOf({ exif: { DateTimeOriginal: { value: [value] } } })?.takenAt ?? null;
  test.each([
    '0000:00:00 00:00:00',
    '    :  :     :  :  ',
    '2026:13:04 14:05:11',
    '2026:02:31 10:00:00',
    '2025:02:29 10:00:00',
    '2026:04:31 10:00:00',
    '2026:05:04 24:00:00',
    '2026:05:04 10:60:00',
    '1900:01:01 00:00:00',
    'yesterday',
    // A clock that was never set, and a date typed onto a scan.
    '1970:01:01 00:00:00',
    '1985:07:01 00:00:00',
    '2019-07-21',
    // Years of other calendars.
    '1398:04:30 10:42:11',
    '0031:07:21 10:42:11',
    '',
  ])('that is invalid is null: %s', (text) => expect(at(text)).toBeNull());

  test.each([
    ['2024:02:29 10:00:00', '2024-02-29T10:00'],
    ['2026-05-04 14:05:11', '2026-05-04T14:05'],
    ['2026:05:04 14:05:11\0', '2026-05-04T14:05'],
    ['2026: 5: 4  9: 5: 1', '2026-05-04T09:05'],
    ['2026:5:4 9:05:01', '2026-05-04T09:05'],
    ['2026.05.04 14:05:11', '2026-05-04T14:05'],
    ['2026:05:04:14:05:11', '2026-05-04T14:05'],
    ['2026:05:04 14:05:11.25 ', '2026-05-04T14:05'],
    ['2026:05:04 02:05:11 PM', '2026-05-04T14:05'],
    ['2026:05:04 12:05:11 a.m.', '2026-05-04T00:05'],
    ['2026:05:04 02:05:11 下午', '2026-05-04T14:05'],
    ['२०२६:०५:०४ १४:०५:११', '2026-05-04T14:05'],
    ['2569:05:04 14:05:11', '2026-05-04T14:05'],
    ['2026-05-04T14:05Z', '2026-05-04T14:05'],
    ['2026-05-04T23:05:11.123-08:00', '2026-05-04T23:05'],
  ])('is parsed as local time: %s', (text, moment) => expect(at(text)).toBe(moment));
});

describe('Position of a photo', () => {
  const at = (latitude: unknown, longitude: unknown) =>
    photoFactsOf({
      exif: {
        GPSLatitude: { value: latitude },
        GPSLatitudeRef: { value: ['N'] },
        GPSLongitude: { value: longitude },
        GPSLongitudeRef: { value: ['W'] },
      },
    })?.coordinates ?? null;
  test('outside the valid range is ignored', () => {
    expect(at([[91, 1]], [[7, 1]])).toBeNull();
    expect(at([[48, 1]], [[181, 1]])).toBeNull();
    expect(
      at(
        [
          [48, 1],
          [99, 1],
        ],
        [[7, 1]],
      ),
    ).toBeNull();
    expect(at([[48, 1]], undefined)).toBeNull();
  });
  test('in plain numbers is parsed', () => {
    const there = { latitude: 48.5, longitude: -7.25 };
    expect(at([48, 30, 0], [7, 15, 0])).toEqual(there);
    expect(at([48.5], [7.25])).toEqual(there);
    expect(at(['48.5'], ['7 15 0'])).toEqual(there);
    expect(at(['48.5 at home'], ['7.25'])).toBeNull();
  });
  test('on the prime meridian has the longitude 0, not -0', () => {
    expect(
      at(
        [[48, 1]],
        [
          [0, 1],
          [0, 1],
          [0, 1],
        ],
      ),
    ).toEqual({ latitude: 48, longitude: 0 });
  });
});

test('Photo location is reported as stripped when a browser on Android returns a photo with a date only', () => {
  const android = { userAgent: 'Mozilla/5.0 (Linux; Android 15; Pixel 9) Chrome/140.0 Mobile' };
  const facts = { coordinates: null, takenAt: '2019-07-21T10:42' };
  expect(hasStrippedLocation(facts, android)).toBe(true);
  expect(hasStrippedLocation(facts, { userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)' })).toBe(false);
  expect(hasStrippedLocation({ ...facts, coordinates: atSydney }, android)).toBe(false);
  expect(hasStrippedLocation({ coordinates: null, takenAt: null }, android)).toBe(false);
  expect(hasStrippedLocation(null, android)).toBe(false);
});
