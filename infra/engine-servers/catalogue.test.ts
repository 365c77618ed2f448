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

const ofJars = engines.filter(({ name }) => existsSync(join(folderOf(name), 'pom.xml')));

test.each(ofJars.map((engine) => [engine.name, engine] as const))('%s is built from the version that it says', (name, { version }) => {
  expect(readFileSync(join(folderOf(name), 'pom.xml'), 'utf8')).toContain(`<version>${version}</version>`);
});

test.each(engines.map((engine) => [engine.name, engine] as const))('%s names settings that the product reads', (_, engine) => {
  const parsed = settings.partial().safeParse(engine.settings(20_000));
  expect(parsed.error).toBeUndefined();
  expect(Object.keys(engine.settings(20_000)).filter((name) => !(name in settings.shape))).toEqual([]);
});

test('an engine that there is not is refused with those there are', () => {
  expect(() => engineNamed('rabbit')).toThrow('There is no engine rabbit: kafka, mongodb, eventstoredb');
});
