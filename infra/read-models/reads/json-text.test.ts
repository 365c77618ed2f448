import { describe, expect, test } from 'vitest';
import { jsonOf, jsonOfList, jsonOfPage, jsonWithLists, memoizePerDocument } from './json-text.ts';

describe('JSON text', () => {
  test('of an object with lists equals JSON.stringify of the whole', () => {
    const own = { id: 'a', title: 'Über "alles"' };
    const [days, stops] = [[{ id: 'b' }], [{ id: 'c' }, { id: 'd' }]];
    expect(jsonWithLists(own, { days, stops, none: [] })).toBe(JSON.stringify({ ...own, days, stops, none: [] }));
    expect(jsonOfList([])).toBe('[]');
  });

  test('of a page equals JSON.stringify', () => {
    const page = { items: [{ id: 'a' }, { id: 'b' }], total: 2, page: 1, limit: 2, next: 'x' };
    expect(jsonOfPage(page)).toBe(JSON.stringify(page));
  });

  test('of an object is serialized once', () => {
    let written = 0;
    const doc = { toJSON: () => ({ times: ++written }) };
    expect([jsonOf(doc), jsonOf(doc)]).toEqual(['{"times":1}', '{"times":1}']);
  });
});

test('Memoized view is created again only for another document or related object', () => {
  const view = memoizePerDocument((doc: { id: string }, ...related: ({ name: string } | undefined)[]) => ({ doc, related }));
  const [doc, ada, bea] = [{ id: 'a' }, { name: 'Ada' }, { name: 'Bea' }];
  const first = view(doc, ada, undefined);
  expect(view(doc, ada, undefined)).toBe(first);
  expect(view(doc, ada, bea)).toEqual({ doc, related: [ada, bea] });
  expect(view({ ...doc }, ada, bea)).not.toBe(view(doc, ada, bea));
  const list = memoizePerDocument((one: { id: string }, ...names: string[]) => ({ one, names }));
  expect([list(doc, 'x').names, list(doc, 'x', 'y').names, list(doc).names]).toEqual([['x'], ['x', 'y'], []]);
});
