import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const read = (path: string) => JSON.parse(readFileSync(join(root, path), 'utf8'));
const { workspaces } = read('package.json') as { workspaces: string[] }; // as: our own file
const isWorkspace = (folder: string): boolean => workspaces.some((one) => one === folder) || folder === '.';

const apart = globSync('{bench,infra,k8s,services}/**/package.json', { cwd: root, exclude: (name) => String(name).includes('node_modules') }).filter(
  (path) => !isWorkspace(dirname(path)) && read(path).dependencies,
);

test('Lock-file check finds at least three packages outside the workspaces', () => {
  expect(apart.length).toBeGreaterThanOrEqual(3);
});

test.each(apart)('Package %s has a lock file with its versions', (path) => {
  const lockFile = join(dirname(path), 'package-lock.json');
  expect(existsSync(join(root, lockFile)), lockFile).toBe(true);
  const { packages } = read(lockFile);
  expect(packages[''].dependencies).toEqual(read(path).dependencies);
  for (const [name, { integrity, resolved }] of Object.entries<{ integrity?: string; resolved?: string }>(packages))
    if (name !== '') expect([name, typeof integrity, resolved]).toEqual([name, 'string', undefined]);
});
