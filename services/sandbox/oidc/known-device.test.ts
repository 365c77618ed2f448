import { expect, test } from 'vitest';
import { knownDevices } from './interaction-routes.ts';

const devices = knownDevices('a key', false);
const sent = (setCookie: string): string => `other=1; ${setCookie.split(';')[0]}; more=2`;

test('A browser is known for each e-mail that signed in from it, under one name', () => {
  const ada = sent(devices.remember(undefined, 'ada@example.test'));
  const both = sent(devices.remember(ada, 'ben@example.test'));
  const name = devices.of(ada, 'ada@example.test');
  expect(name).toMatch(/^[\w-]{22}$/);
  expect([devices.of(both, 'ada@example.test'), devices.of(both, 'ben@example.test')]).toEqual([name, name]);
  expect(devices.of(ada, 'ben@example.test')).toBeNull();
  expect(devices.of(undefined, 'ada@example.test')).toBeNull();
  expect(ada).not.toContain('example');
});

test('A browser remembers only the latest people', () => {
  let cookie: string | undefined;
  for (let number = 0; number < 20; number++) cookie = sent(devices.remember(cookie, `person-${number}`));
  expect(Array.from({ length: 20 }, (_, number) => devices.of(cookie, `person-${number}`) !== null)).toEqual([
    ...Array(12).fill(false),
    ...Array(8).fill(true),
  ]);
});

test('A device cookie cannot be forged, moved to another browser, or taken from another provider', () => {
  const [one, other] = [devices.remember(undefined, 'ada'), devices.remember(undefined, 'ada')].map(sent);
  const partsOf = (cookie = ''): string[] => (/waystory_known=([^;]+)/.exec(cookie)?.[1] ?? '').split('.');
  const moved = `waystory_known=${partsOf(one)[0]}.${partsOf(other)[1]}`;
  for (const cookie of [
    moved,
    'waystory_known=',
    'waystory_known=a.b',
    `waystory_known=${'a'.repeat(22)}.${'b'.repeat(22)}`,
    `${one?.slice(0, -10)}`,
  ])
    expect(devices.of(cookie, 'ada')).toBeNull();
  expect(knownDevices('another key', false).of(one, 'ada')).toBeNull();
});

test('A device cookie is sent to the pages of the provider only, and over HTTPS where available', () => {
  expect(devices.remember(undefined, 'ada')).toMatch(/; Path=\/idp; Max-Age=15552000; HttpOnly; SameSite=Lax$/);
  expect(knownDevices('a key', true).remember(undefined, 'ada')).toMatch(/; Secure$/);
});
