// @vitest-environment happy-dom
import { afterEach, describe, expect, test, vi } from 'vitest';
import {
  browserLocale,
  copyText,
  languageTag,
  localTexts,
  mediaQuery,
  recordServerTime,
  runUnderLock,
  safeStorage,
  serverNow,
} from './environment.ts';

describe('Language tag', () => {
  test.each([
    ['en-US', 'en-US'],
    ['en-US@posix', 'en-US'],
    ['en_US.UTF-8', 'en-US'],
    ['de_DE@euro', 'de-DE'],
    ['sr-Latn-RS', 'sr-Latn-RS'],
    ['zh_Hans_CN', 'zh-Hans-CN'],
    ['EN-gb', 'en-GB'],
    ['pt-BR;q=0.8', 'pt-BR'],
    [' fr , en', 'fr'],
    ['en-US-muchtoolongtobeone', 'en-US'],
    ['de-', 'de'],
    ['ca-ES-valencia', 'ca-ES-valencia'],
    ['', null],
    ['C', null],
    ['C.UTF-8', null],
    ['*', null],
    ['@posix', null],
    ['英語', null],
    ['zh-Hant-HK', 'zh-Hant-HK'],
    ['ku_TR', 'ku-TR'],
    ['sr_RS@latin', 'sr-RS'],
    ['en-US-POSIX', 'en-US-u-va-posix'],
    ['en-AU-u-hc-h23', 'en-AU-u-hc-h23'],
    ['es_419', 'es-419'],
    ['cmn-Hans-CN', 'zh-Hans-CN'],
    ['in_ID', 'id-ID'],
    // Words that are no language, although Intl accepts most of them.
    ['POSIX', null],
    ['English_United States.1252', null],
    ['German_Germany.1252', null],
    ['Chinese (Simplified)_China.936', null],
    ['und', null],
    ['mul-Latn', null],
    ['root', null],
    ['i-default', null],
    ['x-default', null],
    [undefined, null],
    [null, null],
    [7, null],
  ])('parsed from %j is %j', (given, tag) => {
    expect(languageTag(given)).toBe(tag);
    if (tag) expect(() => new Intl.DateTimeFormat(tag)).not.toThrow();
  });

  test('of the browser is its first valid one, or en', () => {
    expect(browserLocale({ language: 'C', languages: ['*', 'nl-BE', 'en'] })).toBe('nl-BE');
    expect(browserLocale({ language: 'POSIX', languages: ['und', 'de-AT'] })).toBe('de-AT');
    expect(browserLocale({ language: 'en-US@posix', languages: [] })).toBe('en-US');
    expect(browserLocale({})).toBe('en');
    expect(browserLocale({ language: '', languages: undefined as unknown as string[] })).toBe('en'); // as: an old web view gives undefined
  });
});

const refusing = (): Storage => {
  throw new DOMException('denied', 'SecurityError');
};
/** A storage with content whose quota is exhausted. */
const full = (kept: Record<string, string>): Storage => {
  const held = new Map(Object.entries(kept));
  return {
    getItem: (key: string) => held.get(key) ?? null,
    setItem() {
      throw new DOMException('full', 'QuotaExceededError');
    },
    removeItem: (key: string) => void held.delete(key),
    key: (index: number) => [...held.keys()][index] ?? null,
    clear: () => held.clear(),
    get length() {
      return held.size;
    },
  };
};
const keysOf = (storage: ReturnType<typeof safeStorage>): (string | null)[] =>
  Array.from({ length: storage.length }, (_, index) => storage.key(index));

describe('Browser storage', () => {
  test.each([
    ['that the browser refuses', refusing],
    ['that is not there', () => undefined],
    ['that is full', () => full({})],
  ])('%s falls back to memory', (_, ofBrowser) => {
    const storage = safeStorage(ofBrowser);
    expect(storage.getItem('a')).toBeNull();
    storage.setItem('a', '1');
    storage.setItem('b', '2');
    expect(storage.getItem('a')).toBe('1');
    expect(keysOf(storage)).toEqual(['a', 'b']);
    storage.removeItem('a');
    expect(storage.getItem('a')).toBeNull();
    expect(keysOf(storage)).toEqual(['b']);
    storage.clear();
    expect(storage.length).toBe(0);
  });

  test('that is full keeps a new text in memory and hides the old text', () => {
    const browser = full({ a: 'old', c: 'kept' });
    const storage = safeStorage(() => browser);
    storage.setItem('a', 'new');
    expect(storage.getItem('a')).toBe('new');
    expect(keysOf(storage)).toEqual(['a', 'c']);
    storage.removeItem('a');
    expect([storage.getItem('a'), browser.getItem('a')]).toEqual([null, null]);
  });

  test('that is available stores texts in localStorage', () => {
    localTexts.setItem('environment.test', 'x');
    expect(localStorage.getItem('environment.test')).toBe('x');
    localTexts.removeItem('environment.test');
    expect(localStorage.getItem('environment.test')).toBeNull();
  });
});

describe('Browser without', () => {
  afterEach(() => vi.unstubAllGlobals());

  test('media queries has a mediaQuery that never matches', () => {
    vi.stubGlobal('matchMedia', undefined);
    const query = mediaQuery('(prefers-color-scheme: dark)');
    expect(query.matches).toBe(false);
    expect(() => query.addEventListener('change', () => {})).not.toThrow();
  });

  test('a clipboard has a copyText that returns false', async () => {
    vi.stubGlobal('navigator', {});
    expect(await copyText('x')).toBe(false);
  });

  test('locks has a runUnderLock that calls its function without a lock', async () => {
    vi.stubGlobal('navigator', {});
    expect(await runUnderLock('x', async () => 7)).toBe(7);
  });
});

describe('Server time', () => {
  const answer = (headers: Record<string, string>) => ({ headers: new Headers(headers) });
  const inDays = (days: number): string => new Date(Date.now() + days * 86_400_000).toUTCString();
  const fresh = { 'cache-control': 'private, no-cache' };

  test('corrects a device clock that differs by more than a minute', () => {
    recordServerTime(answer({ ...fresh, date: inDays(3) }));
    expect(Math.abs(serverNow() - Date.now() - 3 * 86_400_000)).toBeLessThan(2_000);
    recordServerTime(answer({ ...fresh, date: new Date(Date.now() + 5_000).toUTCString() }));
    expect(serverNow() - Date.now()).toBeLessThanOrEqual(0);
  });

  test.each([
    ['an answer that may come from a cache', { date: inDays(-30), 'cache-control': 'public, max-age=31536000' }],
    ['an answer without a date', fresh],
    ['an answer with an invalid date', { ...fresh, date: 'yesterday' }],
  ])('ignores %s', (_, headers) => {
    recordServerTime(answer({ ...fresh, date: inDays(0) }));
    recordServerTime(answer(headers as Record<string, string>)); // as: some rows lack a header
    expect(Math.abs(serverNow() - Date.now())).toBeLessThan(10);
  });
});
