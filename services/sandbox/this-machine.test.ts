import Fastify from 'fastify';
import { afterAll, describe, expect, test } from 'vitest';
import { isFromThisMachine } from './this-machine.ts';

const app = Fastify();
app.get('/', async (request) => isFromThisMachine(request));
afterAll(() => app.close());

const asked = async (headers: Record<string, string>, remoteAddress = '127.0.0.1'): Promise<boolean> =>
  (await app.inject({ url: '/', remoteAddress, headers })).json();

describe('isFromThisMachine', () => {
  test.each(['localhost:4000', 'localhost', '127.0.0.1:4000', '[::1]:4000', 'LOCALHOST:1', 'waystory.localhost'])(
    'is true with the host %s from a loopback address, and false from another address',
    async (host) => {
      expect(await asked({ host })).toBe(true);
      expect(await asked({ host }, '203.0.113.9')).toBe(false);
    },
  );

  test.each(['evil.example', 'localhost.evil.example', '127.0.0.1.evil.example', '10.0.0.1:4000', '[::2]'])(
    'is false with the host %s from a loopback address',
    async (host) => {
      expect(await asked({ host })).toBe(false);
    },
  );

  test.each(['via', 'forwarded', 'x-real-ip', 'x-forwarded-for', 'x-forwarded-proto', 'x-forwarded-host', 'cf-connecting-ip'])(
    'is false with the header %s of a proxy',
    async (name) => {
      expect(await asked({ host: 'localhost:4000', [name]: '1.1 proxy' })).toBe(false);
    },
  );
});
