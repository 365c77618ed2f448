import { expect, test } from 'vitest';
import { hashPassword, passwordMatches } from './users.ts';

test('A password matches its hash and no other', async () => {
  const hash = await hashPassword('correct horse');
  expect(await passwordMatches('correct horse', hash)).toBe(true);
  expect(await passwordMatches('correct horse ', hash)).toBe(false);
  expect(await passwordMatches('correct horse', await hashPassword('battery'))).toBe(false);
  expect(await hashPassword('correct horse')).not.toBe(hash);
});

test('A password matches in either Unicode form of its letters', async () => {
  expect(await passwordMatches('cafe\u0301 123', await hashPassword('caf\u00e9 123'))).toBe(true);
});

test('No password matches the hash null of an unknown user', async () => {
  expect(await passwordMatches('', null)).toBe(false);
  expect(await passwordMatches('waystory', null)).toBe(false);
});
