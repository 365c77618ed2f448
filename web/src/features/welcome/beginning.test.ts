// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest';
import { onBeginning } from './beginning.ts';

const begun = vi.fn();
let stop = (): void => {};
const listen = (): void => {
  begun.mockReset();
  stop = onBeginning(begun);
};
const act = (type: string, target: EventTarget = document.body): boolean => target.dispatchEvent(new Event(type, { bubbles: true }));

afterEach(() => {
  stop();
  document.body.replaceChildren();
});

test.each(['pointerdown', 'keydown', 'wheel'])('%s is a beginning, told of once', (type) => {
  listen();
  act(type);
  act(type);
  expect(begun).toHaveBeenCalledOnce();
});

test('moving the pointer and answering about cookies are none', () => {
  document.body.innerHTML = '<section data-consent=""><button type="button">I Agree</button></section>';
  listen();
  act('pointermove');
  act('pointerdown', document.querySelector('button') ?? document.body);
  expect(begun).not.toHaveBeenCalled();
  act('pointerdown');
  expect(begun).toHaveBeenCalledOnce();
});

test('nobody is told any more who has stopped listening', () => {
  listen();
  stop();
  act('keydown');
  expect(begun).not.toHaveBeenCalled();
});
