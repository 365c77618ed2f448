import fc from 'fast-check';
import { expect, test } from 'vitest';
import { asJsonText, fieldsOf, jsonOf, listText, objectText, pageText, parseText, withFields } from './json-text.ts';

const tricky = fc.constantFrom('"wanted":1', '\\', '\\"', '","wanted":', '}', ']', 'é\u2028', { wanted: 1, behind: '"' });
const anything = fc.oneof(fc.jsonValue({ maxDepth: 3, stringUnit: 'grapheme' }), tricky);

test('fields are what JSON.parse finds, whatever stands before and behind them, in whatever order they are asked for', () => {
  const order = fc.shuffledSubarray(['before', 'wanted', 'behind'] as const);
  fc.assert(
    fc.property(anything, anything, anything, order, fc.boolean(), (before, wanted, behind, names, spaced) => {
      const doc = JSON.parse(JSON.stringify({ before, 'an"other': wanted, wanted, behind }));
      const text = JSON.stringify(doc);
      const texts = fieldsOf(
        asJsonText<Record<string, unknown>>(spaced ? text.replace('{"', '{ "').replace(',"wanted":', ', "wanted": ') : text),
        names,
      );
      expect(texts.map(parseText)).toEqual(names.map((name) => doc[name]));
    }),
    { numRuns: 1_000 },
  );
});

test('what lies in a field is taken as it is written', () => {
  const text = asJsonText<{ a: number; b: { c: string[] }; d: null }>('{"a": 1, "b": {"c": ["x, y"]}, "d": null}');
  expect(fieldsOf(text, ['a', 'b', 'd'])).toEqual(['1', '{"c": ["x, y"]}', 'null']);
});

test('texts are put together as JSON.stringify would write the whole', () => {
  const own = { id: 'a', title: 'Über "alles"' };
  const image = { url: '/x' };
  const whole = withFields(jsonOf(own), { image: jsonOf(image), days: listText([jsonOf(1), jsonOf(2)]), none: listText([]) });
  expect(whole).toBe(JSON.stringify({ ...own, image, days: [1, 2], none: [] }));
  expect(objectText<{ title: string; none: null }>({ title: jsonOf(own.title), none: jsonOf(null) })).toBe(
    JSON.stringify({ title: own.title, none: null }),
  );
});

test('a page is what JSON.stringify makes of it', () => {
  const page = { items: [{ id: 'a' }, { id: 'b' }], total: 2, page: 1, limit: 2, next: 'x' };
  expect(pageText({ ...page, items: page.items.map(jsonOf) })).toBe(JSON.stringify(page));
});

test('a field that is not there is an error', () => {
  expect(() => fieldsOf(asJsonText<{ a: number; b: number }>('{"b":1}'), ['b', 'a'])).toThrow('no field a');
});
