// Wrappers of browser languages, storage, clock and features, because each may be missing, malformed or refused.

/** Locale when the browser reports no language that `Intl` supports. */
const fallbackLocale = 'en';

/** Shape of an ISO 639 code. `Intl` also accepts longer words such as `POSIX`, for which it has no data. */
const language = /^[a-z]{2,3}$/i;
/** ISO 639 codes for unknown, multiple or no languages. */
const noLanguage: ReadonlySet<string> = new Set(['und', 'mul', 'mis', 'zxx']);

/** Language tag of a browser or POSIX locale: `en_US.UTF-8` and `en-US@posix` become `en-US`. The longest valid prefix is kept; null without one. */
export function languageTag(given: unknown): string | null {
  if (typeof given !== 'string') return null;
  const [written = ''] = given.trim().split(/[.@;,\s]/);
  const subtags = written.replaceAll('_', '-').split('-');
  const [first = ''] = subtags;
  if (!language.test(first) || noLanguage.has(first.toLowerCase())) return null;
  for (let length = subtags.length; length > 0; length--) {
    try {
      return Intl.getCanonicalLocales(subtags.slice(0, length).join('-'))[0] ?? null;
    } catch {
      // Retry without the last subtag.
    }
  }
  return null;
}

/** First valid language tag of the browser, for dates and numbers; `en` without one. */
export function browserLocale(
  { language: first, languages }: Partial<Pick<Navigator, 'language' | 'languages'>> = globalThis.navigator ?? {},
): string {
  for (const given of [first, ...(Array.isArray(languages) ? languages : [])]) {
    const tag = languageTag(given);
    if (tag) return tag;
  }
  return fallbackLocale;
}

/** The subset of the Storage interface that the app uses. */
export type TextStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>;

/** A storage that never throws. When the browser's storage is missing, refused or full, texts stay in memory until the page closes. */
export function safeStorage(ofBrowser: () => TextStorage | undefined): TextStorage & Pick<Storage, 'clear'> {
  /** Texts that the browser did not store; null for a key that it did not remove. */
  const unkept = new Map<string, string | null>();
  const attempt = <T>(use: (storage: TextStorage) => T): T | undefined => {
    try {
      const storage = ofBrowser();
      return storage ? use(storage) : undefined;
    } catch {
      return undefined;
    }
  };
  const isDone = (use: (storage: TextStorage) => void): boolean => attempt((storage) => [use(storage)]) !== undefined;
  const keys = (): string[] => {
    const kept = attempt((storage) => Array.from({ length: storage.length }, (_, index) => storage.key(index))) ?? [];
    const all = new Set(kept.filter((key) => key !== null));
    for (const [key, value] of unkept) value === null ? all.delete(key) : all.add(key);
    return [...all];
  };
  return {
    getItem: (key) => (unkept.has(key) ? (unkept.get(key) ?? null) : (attempt((storage) => storage.getItem(key)) ?? null)),
    setItem(key, value) {
      if (isDone((storage) => storage.setItem(key, value))) unkept.delete(key);
      else unkept.set(key, value);
    },
    removeItem(key) {
      if (isDone((storage) => storage.removeItem(key))) unkept.delete(key);
      else unkept.set(key, null);
    },
    key: (index) => keys()[index] ?? null,
    get length() {
      return keys().length;
    },
    clear() {
      for (const key of keys()) this.removeItem(key);
    },
  };
}

/** Local storage, which persists across visits if the browser allows it. */
export const localTexts = safeStorage(() => globalThis.localStorage);
/** Session storage, which belongs to this tab. */
export const tabTexts = safeStorage(() => globalThis.sessionStorage);

/** A media query, which never matches in a browser without support. */
export const mediaQuery = (query: string): Pick<MediaQueryList, 'matches' | 'addEventListener' | 'removeEventListener'> =>
  globalThis.matchMedia?.(query) ?? { matches: false, addEventListener() {}, removeEventListener() {} };

/** Copies a text to the clipboard; false when not possible. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

/** Runs under a lock that all tabs share, or without a lock in a browser without support. */
export const runUnderLock = <T>(name: string, run: () => Promise<T>): Promise<T> =>
  globalThis.navigator?.locks ? navigator.locks.request(name, run) : run();

/** Largest tolerated difference between the clocks of server and device, milliseconds. */
const tolerance = 60_000;
let ahead = 0;

/** Records the difference between the clocks of server and device from the `Date` header of a response. */
export function recordServerTime({ headers }: Pick<Response, 'headers'>): void {
  // Only uncacheable responses, because a cached response has an old `Date`.
  if (!/no-cache|no-store/.test(headers.get('cache-control') ?? '')) return;
  const difference = Date.parse(headers.get('date') ?? '') - Date.now();
  if (Number.isFinite(difference)) ahead = Math.abs(difference) > tolerance ? difference : 0;
}

/**
 * Server time, milliseconds since 1970. It is the time of the device before the first response, and while the clocks differ by at most the tolerance.
 */
export const serverNow = (): number => Date.now() + ahead;
