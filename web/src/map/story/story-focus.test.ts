import { expect, test } from 'vitest';
import { chapterKeyOf, StoryFocus } from './story-focus.ts';

test('what is pointed at and what is read change apart from each other', () => {
  const focus = new StoryFocus();
  focus.point('day-1.a');
  focus.read('day-2');
  expect(focus.store.state).toEqual({ pointed: 'day-1.a', reading: 'day-2' });
  focus.point(null);
  expect(focus.store.state).toEqual({ pointed: null, reading: 'day-2' });
});

test('while it is held it stays as it is, and then is where it was moved to last', () => {
  const focus = new StoryFocus();
  focus.point('day-1.a');
  focus.hold();
  focus.point(null);
  focus.read('day-2');
  focus.point('day-2.b');
  expect(focus.store.state).toEqual({ pointed: 'day-1.a', reading: null });
  focus.release();
  expect(focus.store.state).toEqual({ pointed: 'day-2.b', reading: 'day-2' });
  focus.point('day-1.a');
  expect(focus.store.state.pointed).toBe('day-1.a');
});

test('the chapter of a row', () => {
  expect(chapterKeyOf('day-12.0198f000-0000-7000-8000-000000000001')).toBe('day-12');
  expect(chapterKeyOf('more-stops')).toBe('more-stops');
});
