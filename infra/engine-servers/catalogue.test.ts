import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { settings } from '../config.ts';
import { engineNamed, engines } from './catalogue.ts';

const folderOf = (name: string): string => join(import.meta.dirname, name);

test.each(engines.map((engine) => [engine.name, engine] as const))(
  '%s is declared in a folder of its own, from files that are there',
  (name, engine) => {
    expect(existsSync(join(folderOf(name), `${name}.engine.ts`))).toBe(true);
    expect(engine.sources.filter((path) => !existsSync(path))).toEqual([]);
    expect(engineNamed(name)).toBe(engine);
  },
);

/** What names the version of a server; an image is named by the version itself. */
const recipes = ['pom.xml', 'go.mod', 'package.json', 'requirements.txt'];
const built = engines.flatMap((engine) =>
  recipes.filter((file) => existsSync(join(folderOf(engine.name), file))).map((file) => [engine.name, file, engine.version] as const),
);

test('every engine but the one of an image is built from what names its version', () => {
  expect(built.map(([name]) => name)).toEqual(engines.filter(({ needs }) => !needs.includes('docker')).map(({ name }) => name));
});

test.each(built)('%s is built from the version that it says', (name, file, version) => {
  expect(readFileSync(join(folderOf(name), file), 'utf8')).toMatch(new RegExp(`(<version>|" *: *"| v|==)${version.replaceAll('.', '\\.')}(<|"|\\n)`));
});

test.each(engines.map((engine) => [engine.name, engine] as const))('%s names settings that the product reads', (_, engine) => {
  const parsed = settings.partial().safeParse(engine.settings(20_000));
  expect(parsed.error).toBeUndefined();
  expect(Object.keys(engine.settings(20_000)).filter((name) => !(name in settings.shape))).toEqual([]);
});

test('an engine that there is not is refused with those there are', () => {
  expect(() => engineNamed('rabbit')).toThrow(
    'There is no engine rabbit: kafka, mongodb, elasticsearch, temporal, azurite, llama-cpp, stripe-mock, valhalla, eventstoredb',
  );
});
