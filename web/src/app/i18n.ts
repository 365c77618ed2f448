import i18next, { type BackendModule, type i18n, type ReadCallback, type ResourceKey } from 'i18next';
import LanguageDetector from 'i18next-browser-languagedetector';
import { initReactI18next } from 'react-i18next';

/** Whether i18next should retry a translation file after this status, with the delays of spec 9. */
const mayComeLater = (status: number): boolean => status >= 500;

async function read(language: string, namespace: string, done: ReadCallback): Promise<void> {
  const path = `/locales/${language}/${namespace}.json`;
  try {
    const response = await fetch(path);
    if (response.ok)
      done(null, (await response.json()) as ResourceKey); // as: JSON of the release's own texts
    else done(new Error(`${path} answered ${response.status}`), mayComeLater(response.status));
  } catch (error) {
    done(error instanceof Error ? error : new Error(path), true);
  }
}

/** i18next backend for the translation files of the product only. */
export const translationBackend: BackendModule = {
  type: 'backend',
  init() {},
  read(language, namespace, done) {
    void read(language, namespace, done);
  },
};

/** spec 9: English is active; German and French are announced and cannot be chosen yet. */
export const languages = [
  { code: 'en', name: 'English', ready: true },
  { code: 'de', name: 'Deutsch', ready: false },
  { code: 'fr', name: 'Français', ready: false },
] as const;
const ready = languages.filter((language) => language.ready).map(({ code }) => code);

/** Namespaces that a server-rendered page needs; empty for any other page. */
function textsOfPage(path: string): string[] {
  if (path === '/') return ['home', 'map'];
  return /^\/itineraries\/[^/]{36}(\/stops\/[^/]+)?\/*$/.test(path) ? ['story', 'social', 'map'] : [];
}

/**
 * Starts i18next. Each feature has one translation file, `public/locales/<language>/<feature>.json`; the file `translation` holds the texts of every
 * page.
 */
export async function startTranslations(): Promise<i18n> {
  // Screen readers and browsers pronounce, hyphenate and translate by the lang attribute.
  i18next.on('languageChanged', () => {
    document.documentElement.lang = i18next.resolvedLanguage ?? 'en';
  });
  await i18next
    .use(translationBackend)
    .use(LanguageDetector)
    .use(initReactI18next)
    .init({
      fallbackLng: 'en',
      supportedLngs: ready,
      // A page that replaces a server-rendered page needs its texts at once.
      ns: ['translation', ...textsOfPage(location.pathname)],
      defaultNS: 'translation',
      detection: { order: ['localStorage', 'navigator'], caches: ['localStorage'], lookupLocalStorage: 'waystory.language' },
      interpolation: { escapeValue: false },
      // Retries and parallel requests of spec 9; `retryTimeout` in milliseconds.
      maxRetries: 5,
      retryTimeout: 350,
      maxParallelReads: 10,
    });
  return i18next;
}
