import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const folder = fileURLToPath(new URL('./public/locales/', import.meta.url));
const files = readdirSync(`${folder}en`);
const others = readdirSync(folder).filter((language) => language !== 'en');

type Texts = { [key: string]: string | Texts };
const read = (language: string, file: string): Texts => JSON.parse(readFileSync(`${folder}${language}/${file}`, 'utf8'));

/** All keys with the placeholders of their texts. The suffix `_many` is left out, because English lacks the French plural form for millions. */
function outline(texts: Texts, path = ''): string[] {
  return Object.entries(texts).flatMap(([key, value]) => {
    const here = path ? `${path}.${key}` : key;
    if (typeof value !== 'string') return outline(value, here);
    if (key.endsWith('_many')) return [];
    const places = [...new Set(value.match(/\{\{\w+\}\}/g) ?? [])].sort();
    return [`${here} ${places.join(' ')}`];
  });
}

describe.each(others)('language %s', (language) => {
  test('has the same translation files as English', () => {
    expect(readdirSync(`${folder}${language}`)).toEqual(files);
  });

  test.each(files)('%s has the keys of the English file, with the same placeholders', (file) => {
    expect(outline(read(language, file)).sort()).toEqual(outline(read('en', file)).sort());
  });
});

test('translations contain no empty text', () => {
  const blank = ['en', ...others].flatMap((language) =>
    files.filter((file) => JSON.stringify(read(language, file)).includes('""')).map((file) => `${language}/${file}`),
  );
  expect(blank).toEqual([]);
});
