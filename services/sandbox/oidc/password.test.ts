import { expect, test } from 'vitest';
import { hashPassword, passwordMatches } from './password.ts';

test('a password matches its hash and no other', async () => {
  const hash = await hashPassword('correct horse');
  expect(await passwordMatches('correct horse', hash)).toBe(true);
  expect(await passwordMatches('correct horse ', hash)).toBe(false);
  expect(await passwordMatches('correct horse', await hashPassword('battery'))).toBe(false);
  expect(await hashPassword('correct horse')).not.toBe(hash);
});

test('letters written in two ways are the same', async () => {
  expect(await passwordMatches('cafe\u0301 123', await hashPassword('caf\u00e9 123'))).toBe(true);
});

test('nobody has the password of an unknown person', async () => {
  expect(await passwordMatches('', null)).toBe(false);
  expect(await passwordMatches('waystory', null)).toBe(false);
});
