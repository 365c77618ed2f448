import { useEffect, useRef } from 'react';
import { useStore } from 'react-admin';

/** Whether keys that are pressed alone do something: some people's are pressed by what they say, or by accident. */
export const useUsesKeys = () => useStore('keys', true);

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));

/** Over a dialog or a menu, keys are for that. Some menus are there before they are opened. */
const isCovered = (): boolean =>
  [...document.querySelectorAll('[role="dialog"], [role="menu"], [role="listbox"]')].some((one) => one.checkVisibility({ visibilityProperty: true }));

/**
 * Does what belongs to a key when it is pressed alone, outside of fields and of what lies over the page.
 * @param keys `g q` is one key after the other
 */
export function useKeys(keys: Readonly<Record<string, (() => void) | undefined>>): void {
  const [isOn] = useUsesKeys();
  const current = useRef(keys);
  useEffect(() => {
    current.current = keys;
  });
  useEffect(() => {
    if (!isOn) return;
    let before = '';
    const press = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
      if (isTyping(event.target) || isCovered()) return;
      const key = event.key.toLowerCase();
      const run = current.current[`${before} ${key}`] ?? current.current[key];
      before = key;
      if (!run) return;
      event.preventDefault();
      run();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [isOn]);
}
