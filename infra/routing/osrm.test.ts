import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodePolyline, encodePolyline } from './osrm.ts';
import { straightRouting } from './straight.ts';

test("Polyline decodes the example of the format's documentation", () => {
  expect(decodePolyline('_p~iF~ps|U_ulLnnqC_mqNvxq`@', 5)).toEqual([
    { latitude: 38.5, longitude: -120.2 },
    { latitude: 40.7, longitude: -120.95 },
    { latitude: 43.252, longitude: -126.453 },
  ]);
});

const degrees = (most: number) => fc.integer({ min: -most * 1e6, max: most * 1e6 }).map((value) => value / 1e6);

test('Polyline round trip returns equal points, also at poles and antimeridian', () => {
  fc.assert(
    fc.property(fc.array(fc.record({ latitude: degrees(90), longitude: degrees(180) }), { maxLength: 20 }), (points) => {
      const plain = points.map(({ latitude, longitude }) => ({ latitude: latitude + 0, longitude: longitude + 0 }));
      expect(decodePolyline(encodePolyline(plain))).toEqual(plain);
    }),
  );
});

test.each(['_p~iF', '_p~iF~ps|U_', '~~~~~~~~'])('Polyline that is cut off throws RangeError: %s', (encoded) => {
  expect(() => decodePolyline(encoded, 5)).toThrow(RangeError);
});

test('Polyline with longitudes beyond 180 degrees is wrapped, and beyond 540 degrees throws RangeError', () => {
  const line = [
    { latitude: -16.8, longitude: 179.9 },
    { latitude: -16.8, longitude: 180.25 },
    { latitude: -16.8, longitude: -180.5 },
  ];
  expect(decodePolyline(encodePolyline(line)).map(({ longitude }) => longitude)).toEqual([
    179.9,
    expect.closeTo(-179.75, 9),
    expect.closeTo(179.5, 9),
  ]);
  expect(() => decodePolyline(encodePolyline([{ latitude: 0, longitude: 541 }]))).toThrow(RangeError);
  expect(() => decodePolyline(encodePolyline([{ latitude: 90.1, longitude: 0 }]))).toThrow(RangeError);
});

test('Straight route leg across the antimeridian is short, with the meridian written as 180 or -180 degrees', async () => {
  const [west, line, spelled, east] = [179.99, 180, -180, -179.99].map((longitude) => ({ latitude: -16.8, longitude }));
  if (!west || !line || !spelled || !east) expect.fail('four of four');
  const ways = await straightRouting().ways([west, line, spelled, east, west], 'walk');
  expect(ways.map((way) => way?.metres)).toEqual([1_384, 0, 1_384, 2_768].map((metres) => expect.closeTo(metres, -1)));
});
