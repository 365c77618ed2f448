// @vitest-environment happy-dom
import { act, cleanup, render } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { setTheme, themeScript, useTheme } from './theme.ts';

/** Media query of the system preference for a dark theme. */
class System extends EventTarget {
  matches = false;
  readonly media = '';
  prefer(dark: boolean): void {
    this.matches = dark;
    act(() => void this.dispatchEvent(new Event('change')));
  }
}

let system: System;
beforeEach(() => {
  system = new System();
  vi.stubGlobal('matchMedia', () => system);
  localStorage.clear();
  setTheme('system');
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const ofPage = (): string | undefined => document.documentElement.dataset.theme;

function ThemeText() {
  const { theme, resolved } = useTheme();
  return <p>{`${theme}, ${resolved}`}</p>;
}

test('Theme follows the system until chosen, and the choice is stored', () => {
  const { container } = render(<ThemeText />);
  expect([container.textContent, ofPage()]).toEqual(['system, light', 'light']);
  system.prefer(true);
  expect([container.textContent, ofPage()]).toEqual(['system, dark', 'dark']);
  act(() => setTheme('light'));
  expect([container.textContent, ofPage()]).toEqual(['light, light', 'light']);
  system.prefer(false);
  system.prefer(true);
  expect([container.textContent, ofPage(), localStorage.getItem('waystory.theme')]).toEqual(['light, light', 'light', 'light']);
});

describe('theme script sets', () => {
  const run = (): void => {
    document.documentElement.dataset.theme = '';
    // The script is inline and cannot be imported.
    new Function(themeScript)();
  };
  test.each([
    ['the chosen theme', 'dark', false, 'dark'],
    ['the chosen theme when the system prefers the other', 'light', true, 'light'],
    ['the theme of the system without a choice', null, true, 'dark'],
    ['light without a choice and without a preference of the system', null, false, 'light'],
    ['the theme of the system when the stored choice is invalid', 'sepia', true, 'dark'],
  ])('%s', (_, stored, dark, set) => {
    if (stored) localStorage.setItem('waystory.theme', stored);
    system.matches = dark;
    run();
    expect(ofPage()).toBe(set);
  });
});
