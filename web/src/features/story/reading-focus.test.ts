import { expect, test, vi } from 'vitest';
import { chapterKeyOf, ReadingFocus } from './reading-focus.ts';

test('listeners hear of changes only, until they leave', () => {
  const focus = new ReadingFocus();
  const heard = vi.fn();
  const leave = focus.subscribe(heard);
  focus.point('day-1.a');
  focus.point('day-1.a');
  expect(heard).toHaveBeenCalledTimes(1);
  focus.read('day-2');
  expect(focus.now()).toEqual({ pointed: 'day-1.a', reading: 'day-2' });
  expect(heard).toHaveBeenCalledTimes(2);
  leave();
  focus.point(null);
  expect(heard).toHaveBeenCalledTimes(2);
});

test('the chapter of a row', () => {
  expect(chapterKeyOf('day-12.0198f000-0000-7000-8000-000000000001')).toBe('day-12');
  expect(chapterKeyOf('more-stops')).toBe('more-stops');
});
