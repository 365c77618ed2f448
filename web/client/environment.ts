// The only place that asks the browser for languages, storage, clocks and features, each of which may be missing, malformed or refused.

/** Locale when the environment names no language known to `Intl`. */
const fallbackLocale = 'en';

/** ISO 639 codes. `Intl` also accepts longer words such as `POSIX`, and knows nothing of them. */
const language = /^[a-z]{2,3}$/i;
/** ISO 639 codes for unknown, multiple or no languages. */
const noLanguage: ReadonlySet<string> = new Set(['und', 'mul', 'mis', 'zxx']);

/** Language tag of an environment: `en_US.UTF-8` and `en-US@posix` become `en-US`, and invalid subtags are dropped. Null without a valid tag. */
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

/** First language of a browser that `Intl` accepts, for dates and numbers. */
export function browserLocale(
  { language: first, languages }: Partial<Pick<Navigator, 'language' | 'languages'>> = globalThis.navigator ?? {},
): string {
  for (const given of [first, ...(Array.isArray(languages) ? languages : [])]) {
    const tag = languageTag(given);
    if (tag) return tag;
  }
  return fallbackLocale;
}

/** The used part of the Storage interface. */
export type TextStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>;

/** A storage that never throws. When the browser has none, refuses it or is full, texts live as long as the page. */
export function safeStorage(ofBrowser: () => TextStorage | undefined): TextStorage & Pick<Storage, 'clear'> {
  /** Texts that the browser refused; null for a removal that it refused. */
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

/** Texts kept across visits, if the browser allows. */
export const localTexts = safeStorage(() => globalThis.localStorage);
/** Texts of this tab. */
export const tabTexts = safeStorage(() => globalThis.sessionStorage);

/** A media query; without support it never matches. */
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

/** Runs under a lock across tabs, if the browser supports locks. */
export const runAlone = <T>(name: string, run: () => Promise<T>): Promise<T> =>
  globalThis.navigator?.locks ? navigator.locks.request(name, run) : run();

/** Tolerated clock difference, milliseconds. */
const tolerance = 60_000;
let ahead = 0;

/** Learns the server's time from its answers. */
export function hearServerTime({ headers }: Pick<Response, 'headers'>): void {
  // A cached answer carries an old time.
  if (!/no-cache|no-store/.test(headers.get('cache-control') ?? '')) return;
  const difference = Date.parse(headers.get('date') ?? '') - Date.now();
  if (Number.isFinite(difference)) ahead = Math.abs(difference) > tolerance ? difference : 0;
}

/** Milliseconds since 1970 by the server's clock, or by the device's before the first answer. */
export const serverNow = (): number => Date.now() + ahead;
