import { afterEach, expect, test, vi } from 'vitest';
import { translationBackend } from './i18n.ts';

const read = (): Promise<unknown[]> => new Promise((resolve) => void translationBackend.read('en', 'home', (...answer) => resolve(answer)));
const answer = (make: () => Response | Promise<never>): void => void vi.stubGlobal('fetch', async () => make());

afterEach(() => vi.unstubAllGlobals());

test('Translations are read from the file of their language and feature', async () => {
  const fetched = vi.fn(async () => Response.json({ title: 'World' }));
  vi.stubGlobal('fetch', fetched);
  expect(await read()).toEqual([null, { title: 'World' }]);
  expect(fetched).toHaveBeenCalledWith('/locales/en/home.json');
});

test('Translation file that answers 404 is not requested again', async () => {
  answer(() => new Response('', { status: 404 }));
  expect(await read()).toEqual([expect.any(Error), false]);
});

test.each([
  ['status 503', () => new Response('', { status: 503 })],
  ['a network error', () => Promise.reject(new TypeError('Failed to fetch'))],
  ['a truncated file', () => new Response('{"title":')],
])('Translation file is retried after %s', async (_, make) => {
  answer(make);
  expect(await read()).toEqual([expect.any(Error), true]);
});
