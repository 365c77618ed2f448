// Browsers are input: languages, storage, clocks and features may be missing, malformed or refused. Everything else asks here.

/** Spoken where an environment names no language that `Intl` knows. */
const fallbackLocale = 'en';

/** Languages of ISO 639. `Intl` takes longer words, too, such as `POSIX` and `English`, and knows nothing of them. */
const language = /^[a-z]{2,3}$/i;
/** Of that standard as well, for texts whose language is not known, or that have several or none. */
const noLanguage: ReadonlySet<string> = new Set(['und', 'mul', 'mis', 'zxx']);

/**
 * The language tag in what an environment gives: `en_US.UTF-8` and `en-US@posix` are `en-US`, and subtags that no standard allows are left out.
 * Null where nothing of it is a tag.
 */
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
      // The last subtag is tried without.
    }
  }
  return null;
}

/** The first tag of a browser that `Intl` takes, for dates and numbers. */
export function browserLocale(
  { language: first, languages }: Partial<Pick<Navigator, 'language' | 'languages'>> = globalThis.navigator ?? {},
): string {
  for (const given of [first, ...(Array.isArray(languages) ? languages : [])]) {
    const tag = languageTag(given);
    if (tag) return tag;
  }
  return fallbackLocale;
}

/** Texts by their keys, as the storage of a browser has them. */
export type TextStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>;

/**
 * A storage that never throws. Where the browser refuses one, has none or has no room left, a text is kept as long as the page: whoever wrote it
 * reads it back.
 */
export function safeStorage(ofBrowser: () => TextStorage | undefined): TextStorage & Pick<Storage, 'clear'> {
  /** Texts that the browser did not take; null for one that it did not remove. */
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

/** Kept across visits, where the browser keeps anything. */
export const localTexts = safeStorage(() => globalThis.localStorage);
/** Kept as long as the tab. */
export const tabTexts = safeStorage(() => globalThis.sessionStorage);

/** A media query; one that cannot be asked does not hold, and never changes. */
export const mediaQuery = (query: string): Pick<MediaQueryList, 'matches' | 'addEventListener' | 'removeEventListener'> =>
  globalThis.matchMedia?.(query) ?? { matches: false, addEventListener() {}, removeEventListener() {} };

/** Puts a text on the clipboard; false where that is not allowed, or there is none. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

/** Runs alone over all tabs, where the browser can see to that. */
export const runAlone = <T>(name: string, run: () => Promise<T>): Promise<T> =>
  globalThis.navigator?.locks ? navigator.locks.request(name, run) : run();

/** A clock that differs from the server's by less counts as right, milliseconds. */
const tolerance = 60_000;
let ahead = 0;

/** Told of answers that come from the server itself, and of the time that they say it is. */
export function hearServerTime({ headers }: Pick<Response, 'headers'>): void {
  // An answer that may have lain in a cache says what time it was then.
  if (!/no-cache|no-store/.test(headers.get('cache-control') ?? '')) return;
  const difference = Date.parse(headers.get('date') ?? '') - Date.now();
  if (Number.isFinite(difference)) ahead = Math.abs(difference) > tolerance ? difference : 0;
}

/** Milliseconds since 1970 by the clock of the server, against which its moments are held; by that of the device until there was an answer. */
export const serverNow = (): number => Date.now() + ahead;
