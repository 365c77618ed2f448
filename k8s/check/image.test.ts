import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { z } from 'zod';

const root = fileURLToPath(new URL('../../', import.meta.url));
const dockerfile = readFileSync(`${root}Dockerfile`, 'utf8');
const ignore = readFileSync(`${root}.dockerignore`, 'utf8').split('\n');
const manifest = z
  .object({ workspaces: z.array(z.string()), version: z.string(), dependencies: z.record(z.string(), z.string()) })
  .parse(JSON.parse(readFileSync(`${root}package.json`, 'utf8')));

/** Source paths that the Dockerfile copies from the repository. */
const copied = Array.from(dockerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm), ([, sources = '']) => sources.split(' ')).flat();
const stages = dockerfile.split(/^FROM /m).slice(1);
const last = stages.at(-1) ?? '';

test('Every file copied into the image exists, and is in the build context', () => {
  expect(copied).toContain('package-lock.json');
  expect(copied.filter((path) => !existsSync(`${root}${path}`))).toEqual([]);
  expect(copied.filter((path) => !ignore.includes(`!${path.split('/')[0]}`))).toEqual([]);
});

test('Image build copies the package.json of every workspace, as npm ci requires', () => {
  expect(manifest.workspaces.filter((workspace) => !copied.includes(`${workspace}/package.json`))).toEqual([]);
});

test('Image has the Node version and the product version of package.json', () => {
  const bases = stages.map((stage) => stage.split(/\s/)[0]).filter((base) => base?.startsWith('node:'));
  expect(new Set(bases)).toEqual(new Set([`node:${manifest.dependencies.node}-slim`]));
  expect(dockerfile).toContain(`ARG VERSION=${manifest.version}\n`);
});

test('the container process is not root and receives signals', () => {
  expect(last).toMatch(/^USER 1000:1000$/m);
  expect(last).toMatch(/^ENTRYPOINT \["node", "services\/main\.ts"\]$/m);
  expect(last).toMatch(/^HEALTHCHECK /m);
});

test('the image listens on all interfaces and has no ready accounts with public passwords', () => {
  expect(last).toMatch(/^ENV NODE_ENV=production .*\bHOST=0\.0\.0\.0\b/m);
  expect(last).not.toContain('READY_ACCOUNTS');
});

test('Build context contains no private files', () => {
  expect(ignore).toEqual(expect.arrayContaining(['*', '**/.env*', '**/node_modules']));
  expect(ignore.filter((line) => /^!.*(\.data|\.git|secret)/.test(line))).toEqual([]);
});

test('docker-compose.yml and the kustomization files refer to the image with the version of package.json', () => {
  const asked = ['docker-compose.yml', 'k8s/base/kustomization.yaml', 'k8s/overlays/production/kustomization.yaml'].map((path) =>
    readFileSync(`${root}${path}`, 'utf8'),
  );
  const versions = asked.flatMap((text) =>
    Array.from(text.matchAll(/image: waystory:(\S+)|name: waystory,.* newTag: (\S+) \}/g), ([, tag, newTag]) => tag ?? newTag),
  );
  expect(versions).toEqual([manifest.version, manifest.version, manifest.version]);
});
