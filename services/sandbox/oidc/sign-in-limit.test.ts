import { expect, test } from 'vitest';
import { createSignInLimit } from './sign-in-limit.ts';

const limitAt = () => {
  const clock = { ms: 1_000_000 };
  return { clock, limit: createSignInLimit(() => clock.ms) };
};
const from = (address: string, email: string, device: string | null = null) => ({ address, email, device });

test('Sign-in is limited to ten attempts a minute per e-mail and IP address', () => {
  const { clock, limit } = limitAt();
  for (let n = 0; n < 10; n++) expect(limit.count(from('a', 'ada'))).toBe(0);
  clock.ms += 15_000;
  expect(limit.count(from('a', 'ada'))).toBe(45);
  clock.ms += 45_000;
  expect(limit.count(from('a', 'ada'))).toBe(0);
});

test('Sign-in attempts from one IP address do not limit another address', () => {
  const { limit } = limitAt();
  for (let n = 0; n < 20; n++) limit.count(from('a', 'ada'));
  expect(limit.count(from('b', 'ada'))).toBe(0);
});

test('Sign-in from one IP address is limited to 60 attempts a minute over all e-mails', () => {
  const { limit } = limitAt();
  for (let n = 0; n < 60; n++) expect(limit.count(from('a', `person-${n}`))).toBe(0);
  expect(limit.count(from('a', 'person-60'))).toBeGreaterThan(0);
});

test('Successful sign-in resets the number of attempts', () => {
  const { limit } = limitAt();
  for (let n = 0; n < 10; n++) limit.count(from('a', 'ada'));
  limit.forget(from('a', 'ada'));
  expect(limit.count(from('a', 'ada'))).toBe(0);
});

test('Sign-in from all IP addresses is limited to 30 attempts per e-mail, then one a minute, with a wait of at most 60 seconds', () => {
  const { clock, limit } = limitAt();
  for (let n = 0; n < 30; n++) expect(limit.count(from(`a-${n}`, 'ada'))).toBe(0);
  let gotThrough = 0;
  for (let second = 0; second < 600; second++) {
    clock.ms += 1_000;
    for (const address of [`b-${second}`, `c-${second}`]) {
      const wait = limit.count(from(address, 'ada'));
      expect(wait).toBeLessThanOrEqual(60);
      if (wait === 0) gotThrough++;
    }
  }
  expect(gotThrough).toBe(10);
  clock.ms += 60_000;
  expect(limit.count(from('home', 'ada'))).toBe(0);
  expect(limit.count(from('home', 'ben'))).toBe(0);
});

test('Sign-in from a known browser is limited separately from other browsers', () => {
  const { clock, limit } = limitAt();
  for (let n = 0; n < 90; n++) limit.count(from('shared', `person-${n % 80}`));
  for (let n = 0; n < 90; n++) limit.count(from(`a-${n}`, 'ada'));
  expect(limit.count(from('shared', 'ada'))).toBeGreaterThan(0);
  for (let n = 0; n < 10; n++) expect(limit.count(from('shared', 'ada', 'laptop'))).toBe(0);
  expect(limit.count(from('shared', 'ada', 'laptop'))).toBeGreaterThan(0);
  let gotThrough = 10;
  for (let minute = 0; minute < 60; minute++) {
    clock.ms += 60_000;
    for (let n = 0; n < 12; n++) if (limit.count(from('x', 'ada', 'laptop')) === 0) gotThrough++;
  }
  expect(gotThrough).toBeLessThanOrEqual(30 + 60);
});
