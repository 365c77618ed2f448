// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest';
import { startTranslations } from './i18n.ts';

afterEach(() => vi.unstubAllGlobals());

test('Page declares its language', async () => {
  vi.stubGlobal('fetch', async () => Response.json({}));
  // A browser in another language.
  vi.stubGlobal('navigator', { language: 'de-DE', languages: ['de-DE'] });
  document.documentElement.lang = 'de';
  await startTranslations();
  expect(document.documentElement.lang).toBe('en');
});
