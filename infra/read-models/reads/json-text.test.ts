import fc from 'fast-check';
import { expect, test } from 'vitest';
import { JsonText } from './json-text.ts';

const value = fc.jsonValue({ maxDepth: 3, stringUnit: 'grapheme' }).map((one) => JSON.parse(JSON.stringify(one).replaceAll('"wanted"', '"other"')));
const tricky = fc.constantFrom('"wanted":1', '\\', '\\"', '","wanted":', '}', ']', 'é\u2028');

test('a field is what JSON.parse finds, whatever stands before and behind it', () => {
  const anything = fc.oneof(value, tricky);
  fc.assert(
    fc.property(anything, anything, anything, (before, wanted, behind) => {
      const doc = { before, wanted, behind };
      const text = new JsonText<typeof doc>(JSON.stringify(doc));
      expect(text.field('wanted').text).toBe(JSON.stringify(wanted));
      expect(text.field('behind').parse()).toEqual(behind);
    }),
    { numRuns: 2_000 },
  );
});

test('a text with spaces, as Postgres writes jsonb, is read too', () => {
  const text = new JsonText<{ a: number; b: { c: string[] }; d: null }>('{"a": 1, "b": {"c": ["x, y"]}, "d": null}');
  expect([text.field('a').parse(), text.field('b').parse(), text.field('d').parse()]).toEqual([1, { c: ['x, y'] }, null]);
});

test('texts are put together as JSON.stringify would write the whole', () => {
  const own = { id: 'a', title: 'Über "alles"' };
  const image = { url: '/x' };
  const whole = new JsonText<typeof own>(JSON.stringify(own)).with({
    image: JsonText.of(image),
    days: JsonText.list([JsonText.of(1), JsonText.of(2)]),
  });
  expect(whole.text).toBe(JSON.stringify({ ...own, image, days: [1, 2] }));
  expect(JsonText.object<{ title: string; none: null }>({ title: JsonText.of(own.title), none: JsonText.of(null) }).text).toBe(
    JSON.stringify({ title: own.title, none: null }),
  );
});

test('a field that is not there is an error', () => {
  expect(() => new JsonText<{ a: number }>('{"b":1}').field('a')).toThrow('no field a');
});
