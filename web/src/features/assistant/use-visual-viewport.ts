import { useSyncExternalStore } from 'react';

const subscribe = (changed: () => void): (() => void) => {
  const view = window.visualViewport;
  view?.addEventListener('resize', changed);
  view?.addEventListener('scroll', changed);
  return () => {
    view?.removeEventListener('resize', changed);
    view?.removeEventListener('scroll', changed);
  };
};

/** What a phone leaves of the window above its keyboard, pixels. */
export function useVisualViewport(): { top: number; height: number } {
  const top = useSyncExternalStore(subscribe, () => Math.round(window.visualViewport?.offsetTop ?? 0));
  const height = useSyncExternalStore(subscribe, () => Math.round(window.visualViewport?.height ?? window.innerHeight));
  return { top, height };
}
