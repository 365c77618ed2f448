import { describe, expect, test } from 'vitest';
import { conflictsOf, onlyFields, withoutSame } from './versions.ts';

interface Card {
  title: string;
  text: string | null;
  tags: string[];
}
const base: Card = { title: 'Lisbon', text: null, tags: ['food'] };

describe('Two versions', () => {
  test('do not conflict when only one side changed', () => {
    expect(conflictsOf(base, { title: 'Lisboa' }, { ...base, text: 'Slow days', tags: [] })).toEqual([]);
  });

  test('do not conflict when both sides wrote the same', () => {
    expect(conflictsOf(base, { tags: ['food', 'fado'] }, { ...base, tags: ['food', 'fado'] })).toEqual([]);
  });

  test('conflict per field when both sides wrote different values', () => {
    const theirs = { title: 'Lisbon in May', text: 'Theirs', tags: ['sea'] };
    expect(conflictsOf(base, { title: 'Lisboa', tags: ['fado'] }, theirs)).toEqual([
      { field: 'title', mine: 'Lisboa', theirs: 'Lisbon in May' },
      { field: 'tags', mine: ['fado'], theirs: ['sea'] },
    ]);
  });
});

test('Edit back to the server value is removed from the edits', () => {
  expect(withoutSame<Card>({ title: 'Lisbon', tags: ['food'], text: 'New' }, base)).toEqual({ text: 'New' });
});

test('Edits can be limited to the given fields', () => {
  expect(onlyFields<Card>({ title: 'a', text: 'b' }, ['text'])).toEqual({ text: 'b' });
});
