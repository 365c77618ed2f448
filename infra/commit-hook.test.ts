import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

const root = fileURLToPath(new URL('../', import.meta.url));
let clone: string;
/** Environment without the machine's git settings and without variables of a build server. */
let env: Record<string, string>;

const git = (...words: string[]) => spawnSync('git', words, { cwd: clone, env, encoding: 'utf8' });
const hooksPath = (): string => git('config', '--local', 'core.hooksPath').stdout.trim();
const offer = (more: Record<string, string> = {}): string =>
  execFileSync(process.execPath, ['infra/offer-hooks.mjs'], { cwd: clone, env: { ...env, ...more }, encoding: 'utf8' });

beforeEach(() => {
  clone = mkdtempSync(join(tmpdir(), 'waystory-hook-'));
  env = { PATH: '/usr/local/bin:/usr/bin:/bin', HOME: clone, GIT_CONFIG_NOSYSTEM: '1', GIT_CEILING_DIRECTORIES: tmpdir() };
  mkdirSync(join(clone, 'infra'));
  cpSync(join(root, 'infra/offer-hooks.mjs'), join(clone, 'infra/offer-hooks.mjs'));
  cpSync(join(root, '.githooks'), join(clone, '.githooks'), { recursive: true });
});
afterEach(() => rmSync(clone, { recursive: true, force: true }));

describe('installation of the Git hooks', () => {
  test('sets core.hooksPath of a clone to .githooks and prints a message, once', () => {
    git('init', '--quiet');
    expect(offer()).toContain('.githooks/commit-msg');
    expect(hooksPath()).toBe('.githooks');
    expect(offer()).toBe('');
  });

  test('changes nothing on a build server', () => {
    git('init', '--quiet');
    expect(offer({ CI: 'true' })).toBe('');
    expect(hooksPath()).toBe('');
  });

  test('does not change core.hooksPath of a clone that has hooks or another core.hooksPath', () => {
    git('init', '--quiet');
    mkdirSync(join(clone, '.git/hooks'), { recursive: true });
    writeFileSync(join(clone, '.git/hooks/pre-push'), '#!/bin/sh\n', { mode: 0o755 });
    expect(offer()).toBe('');
    expect(hooksPath()).toBe('');
    git('config', 'core.hooksPath', 'elsewhere');
    expect(offer()).toBe('');
    expect(hooksPath()).toBe('elsewhere');
  });

  test.each([
    ['without .git', () => undefined],
    ['with a .git that Git refuses', () => writeFileSync(join(clone, '.git'), 'gitdir: nowhere')],
    [
      'without the program git',
      () => {
        git('init', '--quiet');
        env.PATH = '/nowhere';
      },
    ],
  ])('prints nothing and exits with 0 %s', (_, prepare) => {
    prepare();
    expect(offer()).toBe('');
  });
});

describe('commit-msg hook', () => {
  const commit = (message: string) => {
    git('init', '--quiet');
    offer();
    return git('-c', 'user.name=A', '-c', 'user.email=a@example.org', 'commit', '--quiet', '--allow-empty', '--cleanup=strip', '-m', message);
  };

  test.each([
    ['a subject of 72 characters', 'x'.repeat(72)],
    ['a subject of 72 characters outside ASCII', 'é'.repeat(72)],
    ['a body after an empty line', 'Event store: retry on conflict\n\nTwo writers may meet.'],
    ['comments of an editor', '\n# a template\nEvent store: retry on conflict\n# Changes to be committed:\n'],
    ['a long subject that Git made', `Merge branch '${'x'.repeat(80)}'`],
  ])('accepts %s', (_, message) => {
    expect(commit(message)).toMatchObject({ status: 0, stderr: '' });
  });

  test.each([
    ['a subject of 73 characters', 'x'.repeat(73), 'the subject has 73 characters, 72 are allowed'],
    ['a body right below the subject', 'Event store: retry\nbecause', 'the second line must be empty'],
  ])('refuses %s', (_, message, reason) => {
    const { status, stderr } = commit(message);
    expect(status).not.toBe(0);
    expect(stderr).toContain(reason);
    expect(stderr).toContain('CONTRIBUTING.md');
  });
});
