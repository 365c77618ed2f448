import { type RefObject, useEffect, useRef } from 'react';

interface FocusProps {
  input: RefObject<HTMLTextAreaElement | null>;
  log: RefObject<HTMLDivElement | null>;
  isBusy: boolean;
  /** The focus in the field brings no keyboard over what was answered. */
  mayType: boolean;
}

/** The field is out of use while an answer comes: the focus waits in the messages, and goes back when nobody took it elsewhere. */
export function useFocus({ input, log, isBusy, mayType }: FocusProps): void {
  const wasBusy = useRef(isBusy);
  const isWaiting = useRef(false);
  useEffect(() => {
    if (wasBusy.current === isBusy) return;
    wasBusy.current = isBusy;
    const { activeElement } = document;
    const isNowhere = activeElement === null || activeElement === document.body;
    if (isBusy && (isNowhere || activeElement === input.current)) {
      isWaiting.current = true;
      log.current?.focus({ preventScroll: true });
    } else if (!isBusy && isWaiting.current) {
      isWaiting.current = false;
      if (mayType && (isNowhere || activeElement === log.current)) input.current?.focus({ preventScroll: true });
    }
  }, [isBusy, input, log, mayType]);
}
