import englishMessages from 'ra-language-english';
import type { I18nProvider } from 'react-admin';

function textAt(key: string): string | undefined {
  const text = key
    .split('.')
    .reduce<unknown>((texts, part) => (typeof texts === 'object' && texts !== null ? Reflect.get(texts, part) : undefined), englishMessages);
  return typeof text === 'string' ? text : undefined;
}

/** Fills in `%{name}`, and takes the form for one or for many where there are both. */
function filled(text: string, values: Readonly<Record<string, unknown>>): string {
  const [one = '', many = one] = text.split('||||');
  const form = values.smart_count === 1 ? one : many;
  return form.trim().replace(/%\{(\w+)\}/g, (hole, name: string) => String(values[name] ?? hole));
}

/** The texts of react-admin's own components. The app has one language, so that a library for all of them would weigh more than they do. */
export const english: I18nProvider = {
  translate: (key, values = {}) => filled(textAt(key) ?? (typeof values._ === 'string' ? values._ : key), values),
  changeLocale: async () => {},
  getLocale: () => 'en',
};
