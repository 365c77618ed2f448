// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest';
import { onFirstInteraction } from './welcome.tsx';

const begun = vi.fn();
let stop = (): void => {};
const listen = (): void => {
  begun.mockReset();
  stop = onFirstInteraction(begun);
};
const act = (type: string, target: EventTarget = document.body): boolean => target.dispatchEvent(new Event(type, { bubbles: true }));

afterEach(() => {
  stop();
  document.body.replaceChildren();
});

test.each(['pointerdown', 'keydown', 'wheel'])('first interaction by %s is reported once', (type) => {
  listen();
  act(type);
  act(type);
  expect(begun).toHaveBeenCalledOnce();
});

test('pointer moves and the answer to the cookie question are not reported as first interaction', () => {
  document.body.innerHTML = '<section data-consent=""><button type="button">I Agree</button></section>';
  listen();
  act('pointermove');
  act('pointerdown', document.querySelector('button') ?? document.body);
  expect(begun).not.toHaveBeenCalled();
  act('pointerdown');
  expect(begun).toHaveBeenCalledOnce();
});

test('a removed listener receives no first interaction', () => {
  listen();
  stop();
  act('keydown');
  expect(begun).not.toHaveBeenCalled();
});
