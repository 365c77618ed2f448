import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { settings } from '../config.ts';
import { engineNamed, engines } from './catalogue.ts';

const folderOf = (name: string): string => join(import.meta.dirname, name);

test.each(engines.map((engine) => [engine.name, engine] as const))(
  'Engine %s is declared in its own folder with existing sources',
  (name, engine) => {
    expect(existsSync(join(folderOf(name), `${name}.engine.ts`))).toBe(true);
    expect(engine.sources.filter((path) => !existsSync(path))).toEqual([]);
    expect(engineNamed(name)).toBe(engine);
  },
);

/** Build files that state the version of a server; for a container image, its tag states the version. */
const recipes = ['pom.xml', 'go.mod', 'package.json', 'requirements.txt'];
const built = engines.flatMap((engine) =>
  recipes.filter((file) => existsSync(join(folderOf(engine.name), file))).map((file) => [engine.name, file, engine.version] as const),
);

test('Engine versions are stated in a build file, except for the container image', () => {
  expect(built.map(([name]) => name)).toEqual(engines.filter(({ needs }) => !needs.includes('docker')).map(({ name }) => name));
});

test.each(built)('Engine %s is built from its declared version', (name, file, version) => {
  expect(readFileSync(join(folderOf(name), file), 'utf8')).toMatch(new RegExp(`(<version>|" *: *"| v|==)${version.replaceAll('.', '\\.')}(<|"|\\n)`));
});

test.each(engines.map((engine) => [engine.name, engine] as const))('Engine %s returns valid settings of the product', (_, engine) => {
  const parsed = settings.partial().safeParse(engine.settings(20_000));
  expect(parsed.error).toBeUndefined();
  expect(Object.keys(engine.settings(20_000)).filter((name) => !(name in settings.shape))).toEqual([]);
});

test('Unknown engine name is refused with a list of all engines', () => {
  expect(() => engineNamed('rabbit')).toThrow(
    'There is no engine rabbit: kafka, mongodb, elasticsearch, temporal, azurite, llama-cpp, stripe-mock, valhalla, eventstoredb',
  );
});
