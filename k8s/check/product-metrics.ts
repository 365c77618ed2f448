import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** Text of the files of a pattern of the repository, without those of tests. */
export const textOf = (pattern: string): string =>
  globSync(pattern, { cwd: root, exclude: (name) => name === 'node_modules' || name === '.types' })
    .filter((path) => !path.includes('.test.'))
    .map((path) => readFileSync(`${root}${path}`, 'utf8'))
    .join('\n');

/** Names of what the product measures of itself, beside what Node knows. */
export const productMetrics = (): string[] =>
  Array.from(textOf('{infra,services}/**/*.ts').matchAll(/'(waystory_[a-z_]+)'/g), ([, name = '']) => name);
