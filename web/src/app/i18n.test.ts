// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest';
import { startTranslations } from './i18n.ts';

afterEach(() => vi.unstubAllGlobals());

test('startTranslations sets the lang attribute of the page to the active language', async () => {
  vi.stubGlobal('fetch', async () => Response.json({}));
  // Browser with another preferred language.
  vi.stubGlobal('navigator', { language: 'de-DE', languages: ['de-DE'] });
  document.documentElement.lang = 'de';
  await startTranslations();
  expect(document.documentElement.lang).toBe('en');
});
