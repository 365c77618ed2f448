import { expect, test } from 'vitest';
import { createKnownDevices } from './interaction-routes.ts';

const devices = createKnownDevices('a key', false);
const sent = (setCookie: string): string => `other=1; ${setCookie.split(';')[0]}; more=2`;

test('Device cookie has one browser id for all e-mails that signed in, and reveals none of them', () => {
  const ada = sent(devices.remember(undefined, 'ada@example.test'));
  const both = sent(devices.remember(ada, 'ben@example.test'));
  const name = devices.of(ada, 'ada@example.test');
  expect(name).toMatch(/^[\w-]{22}$/);
  expect([devices.of(both, 'ada@example.test'), devices.of(both, 'ben@example.test')]).toEqual([name, name]);
  expect(devices.of(ada, 'ben@example.test')).toBeNull();
  expect(devices.of(undefined, 'ada@example.test')).toBeNull();
  expect(ada).not.toContain('example');
});

test('Device cookie contains the latest eight users only', () => {
  let cookie: string | undefined;
  for (let number = 0; number < 20; number++) cookie = sent(devices.remember(cookie, `person-${number}`));
  expect(Array.from({ length: 20 }, (_, number) => devices.of(cookie, `person-${number}`) !== null)).toEqual([
    ...Array(12).fill(false),
    ...Array(8).fill(true),
  ]);
});

test('Device cookie that is forged, from another browser or from another provider is ignored', () => {
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
  expect(createKnownDevices('another key', false).of(one, 'ada')).toBeNull();
});

test('Device cookie has the path /idp, and the attribute Secure on an HTTPS origin', () => {
  expect(devices.remember(undefined, 'ada')).toMatch(/; Path=\/idp; Max-Age=15552000; HttpOnly; SameSite=Lax$/);
  expect(createKnownDevices('a key', true).remember(undefined, 'ada')).toMatch(/; Secure$/);
});
