import { useEffect, useRef } from 'react';

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));

/** Over a dialog or a menu, keys are for that. */
const isCovered = (): boolean => document.querySelector('[role="dialog"], [role="menu"], [role="listbox"]') !== null;

/**
 * Does what belongs to a key when it is pressed alone, outside of fields and of what lies over the page.
 * @param isOn some people's keys are pressed by what they say, or by accident
 */
export function useKeys(keys: Readonly<Record<string, (() => void) | undefined>>, isOn = true): void {
  const current = useRef(keys);
  useEffect(() => {
    current.current = keys;
  });
  useEffect(() => {
    if (!isOn) return;
    const press = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
      const run = current.current[event.key.toLowerCase()];
      if (!run || isTyping(event.target) || isCovered()) return;
      event.preventDefault();
      run();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [isOn]);
}
