import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { expect, test } from 'vitest';
import { BadConfiguration } from '../config.ts';
import { createLog } from '../log.ts';
import { createApp } from './app.ts';
import { listenAt } from './listen.ts';

const setting = { host: 'HOST', port: 'PORT' };
const refused = (code: string) => Object.assign(new Error(code), { code });

test('localhost is 127.0.0.1 where it names an address of IPv6 that the system lacks', async () => {
  const tried: unknown[] = [];
  const withoutIpv6 = {
    listen: async ({ host }: { host?: string } = {}) => {
      tried.push(host);
      if (host === 'localhost') throw refused('EADDRNOTAVAIL');
      return `http://${host}:4000`;
    },
  };
  expect(await listenAt(withoutIpv6 as never, { host: 'localhost', port: 4000 }, setting)).toBe('http://127.0.0.1:4000'); // all that is used of an app
  expect(tried).toEqual(['localhost', '127.0.0.1']);
});

test('an app listens again where it could not listen at first', async () => {
  const app = await createApp(createLog('silent'), {});
  await expect(listenAt(app, { host: '192.0.2.1', port: 0 }, setting)).rejects.toThrow('HOST: 192.0.2.1 is no address of this machine');
  await listenAt(app, { host: '127.0.0.1', port: 0 }, setting);
  expect(app.addresses().map((bound) => Object(bound).address)).toEqual(['127.0.0.1']);
  await app.close();
});

test('a port that is taken is named in one line', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo; // it listens on TCP
  const app = await createApp(createLog('silent'), {});
  const listening = listenAt(app, { host: '127.0.0.1', port }, setting);
  await expect(listening).rejects.toThrow(`PORT: ${port} is taken`);
  await expect(listening).rejects.toBeInstanceOf(BadConfiguration);
  await app.close();
  other.close();
});
