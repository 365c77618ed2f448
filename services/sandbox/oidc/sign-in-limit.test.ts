import { expect, test } from 'vitest';
import { signInLimit } from './sign-in-limit.ts';

const limitAt = () => {
  const clock = { ms: 1_000_000 };
  return { clock, limit: signInLimit(() => clock.ms) };
};

test('ten tries a minute for an e-mail from an address, then a wait that ends', () => {
  const { clock, limit } = limitAt();
  for (let n = 0; n < 10; n++) expect(limit.count('a', 'ada')).toBe(0);
  clock.ms += 15_000;
  expect(limit.count('a', 'ada')).toBe(45);
  clock.ms += 45_000;
  expect(limit.count('a', 'ada')).toBe(0);
});

test('nobody can lock somebody else out from another address', () => {
  const { limit } = limitAt();
  for (let n = 0; n < 20; n++) limit.count('a', 'ada');
  expect(limit.count('b', 'ada')).toBe(0);
});

test('one address cannot go through many e-mails', () => {
  const { limit } = limitAt();
  for (let n = 0; n < 60; n++) expect(limit.count('a', `person-${n}`)).toBe(0);
  expect(limit.count('a', 'person-60')).toBeGreaterThan(0);
});

test('who got in starts anew', () => {
  const { limit } = limitAt();
  for (let n = 0; n < 10; n++) limit.count('a', 'ada');
  limit.forget('a', 'ada');
  expect(limit.count('a', 'ada')).toBe(0);
});
