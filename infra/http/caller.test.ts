import { expect, test } from 'vitest';
import { isKnownTag, parseTags } from './caller.ts';

test.each([
  ['"5"', ['5']],
  ['W/"5"', ['5']],
  ['"5-gzip"', ['5']],
  ['"5--gzip"', ['5']],
  ['W/"5-br"', ['5']],
  ['"5;br"', ['5']],
  ['"5:zstd"', ['5']],
  ['"5";br', ['5']],
  ['"5"-gzip', ['5']],
  ['"5"--gzip', ['5']],
  ['W/"5"-gzip', ['5']],
  ['"5-gzip-gzip"', ['5']],
  ['W/"5-gzip-br"', ['5']],
  ['"5--gzip;br"', ['5']],
  ['"5-brotli"', ['5']],
  ['"5-x-gzip"', ['5']],
  ['"5-dcz"', ['5']],
  ['"5-GZIP"', ['5']],
  ['"5:1"', ['5:1']],
  ['"4", W/"5-gzip" ,"6"', ['4', '5', '6']],
  [', "4",, "5",', ['4', '5']],
  ['"a,b", "c"', ['a,b', 'c']],
  ['""', ['']],
  ['"été"', ['été']],
  ['"gzip"', ['gzip']],
  ['"abc-gzipped"', ['abc-gzipped']],
  ['*', '*'],
  [' * ', '*'],
])('ETag header %s has the tags %j', (header, tags) => {
  expect(parseTags(header)).toEqual(tags);
});

test.each(['latest', '5', '"5', '5"', 'w/"5"', '"4" "5"', '"a b"', '"4", 5', '*, "5"', '', ','])('ETag header %j is malformed', (header) => {
  expect(parseTags(header)).toBeNull();
});

test('ETag matches If-None-Match with * or with a list that contains it, also weak or with a proxy suffix, and no other header', () => {
  for (const header of ['"x.webp"', 'W/"x.webp"', '"x.webp-gzip"', '"a", "x.webp"', '*']) expect(isKnownTag(header, '"x.webp"'), header).toBe(true);
  for (const header of [undefined, '', '"x.web"', '"x.webp2"', 'x.webp', '"ax.webp"']) expect(isKnownTag(header, '"x.webp"'), header).toBe(false);
});

test('ETag list of 3000 tags that is malformed is refused within 200 ms', () => {
  const header = `${'"a", '.repeat(3_000)}x`;
  const begun = performance.now();
  expect(parseTags(header)).toBeNull();
  expect(performance.now() - begun).toBeLessThan(200);
});
