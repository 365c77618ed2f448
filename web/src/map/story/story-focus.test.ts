import { expect, test } from 'vitest';
import { chapterKeyOf, StoryFocus } from './story-focus.ts';

test('Story focus changes hovered and read rows independently', () => {
  const focus = new StoryFocus();
  focus.point('day-1.a');
  focus.read('day-2');
  expect(focus.store.state).toEqual({ pointed: 'day-1.a', reading: 'day-2' });
  focus.point(null);
  expect(focus.store.state).toEqual({ pointed: null, reading: 'day-2' });
});

test('Story focus is frozen while held, and then takes the last change', () => {
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

test('Chapter key is the part of a row key before the dot', () => {
  expect(chapterKeyOf('day-12.0198f000-0000-7000-8000-000000000001')).toBe('day-12');
  expect(chapterKeyOf('more-stops')).toBe('more-stops');
});
