import { useEffect, useRef } from 'react';
import { useStore } from 'react-admin';

/** Setting for single-key shortcuts, which speech input or accident may trigger. */
export const useShortcutsSetting = () => useStore('keys', true);

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));

/** True while a dialog or menu is open, which handles the keys itself. Visibility is checked, because some closed menus stay in the document. */
const isCovered = (): boolean =>
  [...document.querySelectorAll('[role="dialog"], [role="menu"], [role="listbox"]')].some((one) => one.checkVisibility({ visibilityProperty: true }));

/**
 * Single-key shortcuts, inactive in fields, dialogs and menus.
 * @param keys callbacks by key; `g q` stands for g followed by q
 */
export function useKeys(keys: Readonly<Record<string, (() => void) | undefined>>): void {
  const [isOn] = useShortcutsSetting();
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
