import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodePolyline, encodePolyline } from './polyline.ts';

test('the example of the format is read as it is documented', () => {
  expect(decodePolyline('_p~iF~ps|U_ulLnnqC_mqNvxq`@', 5)).toEqual([
    { latitude: 38.5, longitude: -120.2 },
    { latitude: 40.7, longitude: -120.95 },
    { latitude: 43.252, longitude: -126.453 },
  ]);
});

const degrees = (most: number) => fc.integer({ min: -most * 1e6, max: most * 1e6 }).map((value) => value / 1e6);

test('what was encoded is decoded to the same points, over poles and the antimeridian', () => {
  fc.assert(
    fc.property(fc.array(fc.record({ latitude: degrees(90), longitude: degrees(180) }), { maxLength: 20 }), (points) => {
      const plain = points.map(({ latitude, longitude }) => ({ latitude: latitude + 0, longitude: longitude + 0 }));
      expect(decodePolyline(encodePolyline(plain))).toEqual(plain);
    }),
  );
});

test.each(['_p~iF', '_p~iF~ps|U_', '~~~~~~~~'])('a line that is cut off is refused: %s', (encoded) => {
  expect(() => decodePolyline(encoded, 5)).toThrow(RangeError);
});
