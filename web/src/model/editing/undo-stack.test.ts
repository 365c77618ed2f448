import { expect, test } from 'vitest';
import { UndoStack } from './undo-stack.ts';

function stackOf(...names: string[]) {
  const stack = new UndoStack();
  const undone: string[] = [];
  const buttons = names.map((name) => stack.push({ undo: () => undone.push(name) }));
  return { stack, undone, buttons };
}

test('the latest is taken back first, each once', () => {
  const { stack, undone } = stackOf('one', 'two');
  expect([stack.undoLast(), stack.undoLast(), stack.undoLast()]).toEqual([true, true, false]);
  expect(undone).toEqual(['two', 'one']);
});

test('a message takes its own back, and not a second time', () => {
  const { stack, undone, buttons } = stackOf('one', 'two');
  buttons[0]?.();
  buttons[0]?.();
  stack.undoLast();
  buttons[1]?.();
  expect(undone).toEqual(['one', 'two']);
});

test('what cannot be taken back any more is passed over', () => {
  const { stack, undone } = stackOf('one');
  let isThere = true;
  stack.push({ undo: () => undone.push('gone'), isPossible: () => isThere });
  isThere = false;
  expect(stack.undoLast()).toBe(true);
  expect(undone).toEqual(['one']);
});

test('it remembers no more than fifty', () => {
  const { stack, undone } = stackOf(...Array.from({ length: 60 }, (_, number) => String(number)));
  while (stack.undoLast());
  expect([undone.length, undone.at(-1)]).toEqual([50, '10']);
});
