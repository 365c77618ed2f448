import { once } from 'node:events';
import { createServer } from 'node:http';
import { afterEach, expect, test } from 'vitest';
import { type IndexDatabase, saveBeforeReply } from './save-before-reply.ts';

const closes: (() => void)[] = [];
afterEach(() => {
  for (const close of closes.splice(0)) close();
});

/** A server that answers `stored` and records the order of its actions. */
async function serving(saveDatabase: IndexDatabase['saveDatabase']) {
  const done: string[] = [];
  const server = createServer((_, reply) => {
    done.push('stored');
    reply.statusCode = 201;
    reply.end('stored');
  });
  saveBeforeReply(server, [
    {
      saveDatabase: (finish) =>
        saveDatabase((error) => {
          done.push('saved');
          finish(error);
        }),
    },
  ]);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closes.push(() => server.close());
  const address = server.address();
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  return { done, call: (method: string) => fetch(url, { method }) };
}

test.each(['PUT', 'POST', 'DELETE', 'PATCH'])('Azurite answers %s after its indexes are on disk', async (method) => {
  const asked = Promise.withResolvers<Parameters<IndexDatabase['saveDatabase']>[0]>();
  const { done, call } = await serving(asked.resolve);
  const answered = call(method).then(async (reply) => done.push(`${reply.status} ${await reply.text()}`));
  const finish = await asked.promise;
  expect(done).toEqual(['stored']);
  finish();
  await answered;
  expect(done).toEqual(['stored', 'saved', '201 stored']);
});

test('Azurite saves nothing after a request without changes', async () => {
  const { done, call } = await serving(() => {});
  expect(await (await call('GET')).text()).toBe('stored');
  expect(done).toEqual(['stored']);
});

test('Azurite closes the connection without an answer when its indexes cannot be saved', async () => {
  const { call } = await serving((finish) => finish(new Error('the disk is full')));
  await expect(call('PUT')).rejects.toThrow();
});
