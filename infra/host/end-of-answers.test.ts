import { Agent, get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test, vi } from 'vitest';
import { createApp } from '../http/app.ts';
import { createOpenStreams } from '../http/send-reply.ts';
import { createLog } from '../log.ts';
import { closeConnectionsOnStop, endAnswers } from './probes.ts';

test('Stopping process answers with connection: close', async () => {
  const app = await createApp(createLog('silent'), {});
  const stopping = new AbortController();
  closeConnectionsOnStop(app, stopping.signal);
  app.get('/', async () => 'here');
  expect((await app.inject('/')).headers.connection).not.toBe('close');
  stopping.abort();
  expect((await app.inject('/')).headers.connection).toBe('close');
  await app.close();
});

test('Stopping process answers an earlier request and does not wait for its kept-alive connection', async () => {
  const app = await createApp(createLog('silent'), {});
  const [arrived, answer] = [Promise.withResolvers<void>(), Promise.withResolvers<string>()];
  app.get('/', () => {
    arrived.resolve();
    return answer.promise;
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo; // it listens on TCP
  const agent = new Agent({ keepAlive: true });
  const status = new Promise((resolve) => get({ port, host: '127.0.0.1', agent }, (response) => resolve(response.resume().statusCode)));
  await arrived.promise;
  const ended = endAnswers({ apps: [app], streams: createOpenStreams(), parts: [] });
  await vi.waitUntil(() => !app.server.listening, { timeout: 3_000 });
  answer.resolve('late');
  expect(await status).toBe(200);
  await ended;
  agent.destroy();
});

test('Stopping process ends streamed answers of contexts while it still listens', async () => {
  const app = await createApp(createLog('silent'), {});
  await app.listen({ port: 0, host: '127.0.0.1' });
  let wasListening = false;
  const endStreams = async (): Promise<void> => {
    wasListening = app.server.listening;
  };
  await endAnswers({ apps: [app], streams: createOpenStreams(), parts: [{ endStreams }, {}] });
  expect([wasListening, app.server.listening]).toEqual([true, false]);
});
