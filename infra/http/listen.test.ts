import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { expect, test } from 'vitest';
import { BadConfiguration } from '../config.ts';
import { createLog } from '../log.ts';
import { createApp } from './app.ts';
import { listenAt } from './listen.ts';

const setting = { host: 'HOST', port: 'PORT' };
const refused = (code: string) => Object.assign(new Error(code), { code });

test('Listening on localhost falls back to 127.0.0.1 on a system without IPv6', async () => {
  const tried: unknown[] = [];
  const withoutIpv6 = {
    listen: async ({ host }: { host?: string } = {}) => {
      tried.push(host);
      if (host === 'localhost') throw refused('EADDRNOTAVAIL');
      return `http://${host}:4000`;
    },
  };
  expect(await listenAt(withoutIpv6 as never, { host: 'localhost', port: 4000 }, setting)).toBe('http://127.0.0.1:4000'); // as: the only used method of an app
  expect(tried).toEqual(['localhost', '127.0.0.1']);
});

test('App can listen at another address after a failed attempt', async () => {
  const app = await createApp(createLog('silent'), {});
  await expect(listenAt(app, { host: '192.0.2.1', port: 0 }, setting)).rejects.toThrow('HOST: 192.0.2.1 is no address of this machine');
  await listenAt(app, { host: '127.0.0.1', port: 0 }, setting);
  expect(app.addresses().map((bound) => Object(bound).address)).toEqual(['127.0.0.1']);
  await app.close();
});

test('Port in use is named in a one-line error', async () => {
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
