import { localTexts, mediaQuery } from '@waystory/client/environment.ts';
import { useSyncExternalStore } from 'react';

export type Theme = 'light' | 'dark' | 'system';

const storageKey = 'waystory.theme';
const darkQuery = '(prefers-color-scheme: dark)';

/** Inlined into the head, so that no page flashes in the wrong theme. */
export const themeScript = `(function(){var t=null;try{t=localStorage.getItem('${storageKey}')}catch(e){}document.documentElement.dataset.theme=t==='light'||t==='dark'?t:window.matchMedia&&matchMedia('${darkQuery}').matches?'dark':'light'})()`;

const listeners = new Set<() => void>();

function chosen(): Theme {
  const stored = localTexts.getItem(storageKey);
  return stored === 'light' || stored === 'dark' ? stored : 'system';
}

const resolved = (): 'light' | 'dark' => {
  const theme = chosen();
  if (theme !== 'system') return theme;
  return mediaQuery(darkQuery).matches ? 'dark' : 'light';
};

function apply(): void {
  document.documentElement.dataset.theme = resolved();
  for (const listener of listeners) listener();
}

export function setTheme(theme: Theme): void {
  if (theme === 'system') localTexts.removeItem(storageKey);
  else localTexts.setItem(storageKey, theme);
  apply();
}

function subscribe(listener: () => void): () => void {
  const media = mediaQuery(darkQuery);
  if (listeners.size === 0) {
    media.addEventListener('change', apply);
    addEventListener('storage', apply);
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    media.removeEventListener('change', apply);
    removeEventListener('storage', apply);
  };
}

/** Chosen theme, resolved theme, and setter. Follows the system and other tabs. */
export function useTheme(): { theme: Theme; resolved: 'light' | 'dark'; setTheme: (theme: Theme) => void } {
  return { theme: useSyncExternalStore(subscribe, chosen), resolved: useSyncExternalStore(subscribe, resolved), setTheme };
}
