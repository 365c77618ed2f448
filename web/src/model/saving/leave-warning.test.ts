// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { warnBeforeLeaving } from './leave-warning.ts';

function isAsked(): boolean {
  const event = new Event('beforeunload', { cancelable: true });
  dispatchEvent(event);
  return event.defaultPrevented;
}

test('Event beforeunload is prevented only while there are unsaved changes', () => {
  let isUnsaved = false;
  const withdraw = warnBeforeLeaving(() => isUnsaved);
  const other = warnBeforeLeaving(() => false);
  expect(isAsked()).toBe(false);
  isUnsaved = true;
  expect(isAsked()).toBe(true);
  withdraw();
  expect(isAsked()).toBe(false);
  other();
  const last = warnBeforeLeaving(() => true);
  expect(isAsked()).toBe(true);
  last();
  expect(isAsked()).toBe(false);
});
