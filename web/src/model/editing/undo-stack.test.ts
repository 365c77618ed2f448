import { expect, test } from 'vitest';
import { UndoStack } from './undo-stack.ts';

function stackOf(...names: string[]) {
  const stack = new UndoStack();
  const undone: string[] = [];
  const buttons = names.map((name) => stack.push({ undo: () => undone.push(name) }));
  return { stack, undone, buttons };
}

test('Undo reverts the latest change first, each change once', () => {
  const { stack, undone } = stackOf('one', 'two');
  expect([stack.undoLast(), stack.undoLast(), stack.undoLast()]).toEqual([true, true, false]);
  expect(undone).toEqual(['two', 'one']);
});

test('Undo button of a message reverts its own change once', () => {
  const { stack, undone, buttons } = stackOf('one', 'two');
  buttons[0]?.();
  buttons[0]?.();
  stack.undoLast();
  buttons[1]?.();
  expect(undone).toEqual(['one', 'two']);
});

test('Undo skips changes that can no longer be undone', () => {
  const { stack, undone } = stackOf('one');
  let isThere = true;
  stack.push({ undo: () => undone.push('gone'), isPossible: () => isThere });
  isThere = false;
  expect(stack.undoLast()).toBe(true);
  expect(undone).toEqual(['one']);
});

test('Undo stack holds at most fifty changes', () => {
  const { stack, undone } = stackOf(...Array.from({ length: 60 }, (_, number) => String(number)));
  while (stack.undoLast());
  expect([undone.length, undone.at(-1)]).toEqual([50, '10']);
});
