import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const read = (path: string): string => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');

/** Sections of the changelog by heading, newest first. */
const sections = read('CHANGELOG.md')
  .split(/^## /m)
  .slice(1)
  .map((section) => ({ heading: section.split('\n')[0] ?? '', text: section }));
const [unreleased, newest] = sections;

test('Newest release in the changelog is the version in package.json, image and manifests, below one section Unreleased', () => {
  const { version } = JSON.parse(read('package.json'));
  expect(unreleased?.heading).toBe('Unreleased');
  expect(newest?.heading).toMatch(/^\d+\.\d+\.\d+, \d{4}-\d{2}-\d{2}$/);
  expect(newest?.heading.split(',')[0]).toBe(version);
  const named: readonly (readonly [file: string, words: string])[] = [
    ['Dockerfile', 'ARG VERSION='],
    ['docker-compose.yml', 'image: waystory:'],
    ['k8s/base/kustomization.yaml', 'newTag: '],
    ['k8s/overlays/production/kustomization.yaml', 'newTag: '],
    ['k8s/overlays/load/kustomization.yaml', 'newTag: '],
  ];
  for (const [file, words] of named) expect(read(file), file).toContain(`${words}${version}`);
});

test('Changelog section of every release begins with the upgrade steps', () => {
  for (const { heading, text } of sections) expect(text.split('\n')[2], heading).toBe('### Upgrading');
});
