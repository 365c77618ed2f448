import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { defineRoutes } from '@waystory/proto/kit/route.ts';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { createLog } from '../log.ts';
import { noTracing } from '../tracing/port.ts';
import { mountRoutes, type RouteServices } from './answer-route.ts';
import { createApp, requestTracer } from './app.ts';
import { bindRoutes } from './route-handler.ts';
import { StreamBody } from './send-reply.ts';

const streamed = { mediaType: 'text/plain; charset=utf-8', headers: { 'x-story': 'which one' } };
const routes = defineRoutes({
  hearStory: { method: 'GET', path: '/stories', summary: 'Hear', access: 'locales.read', reply: z.string(), streamed },
  tellStory: { method: 'POST', path: '/stories', summary: 'Tell', access: 'locales.write', reply: z.string(), streamed, statuses: [200] },
});

/** A server whose story route streams `story`. */
async function storyApp(story: PassThrough) {
  const answers: number[] = [];
  const kept: string[] = [];
  const services = {
    readSide: { forRequest: () => ({ touched: new Set() }), capture: () => () => '' },
    replies: { get: () => undefined, keep: (key: string) => kept.push(key) },
    observe: (_: unknown, status: number) => answers.push(status),
    traced: requestTracer(noTracing),
  } as unknown as RouteServices; // as: all that these routes use
  const app = await createApp(createLog('silent'), {});
  const tell = async () => ({ body: new StreamBody(story, { 'x-story': 'a1' }) });
  mountRoutes(app, bindRoutes(routes, { hearStory: tell, tellStory: tell }), services, () => true, 'stories');
  return { app, answers, kept, origin: await app.listen({ port: 0, host: '127.0.0.1' }) };
}

test.each(['GET', 'POST'] as const)('streamed answer to %s arrives while it is written, with no-store, and is not cached', async (method) => {
  const story = new PassThrough();
  const { app, answers, kept, origin } = await storyApp(story);
  story.write('0:"Once"\n');
  const answer = await fetch(`${origin}/stories`, { method });
  expect({ status: answer.status, ...Object.fromEntries(answer.headers) }).toMatchObject({
    status: 200,
    'content-type': 'text/plain; charset=utf-8',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'x-story': 'a1',
  });
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
  expect((await reader?.read())?.value).toBe('0:"Once"\n');
  story.end('0:"upon a time"\n');
  expect((await reader?.read())?.value).toBe('0:"upon a time"\n');
  expect((await reader?.read())?.done).toBe(true);
  expect({ answers, kept }).toEqual({ answers: [200], kept: [] });
  await app.close();
});

test('Streamed answer ends when its caller disconnects', async () => {
  const story = new PassThrough();
  const { app, origin } = await storyApp(story);
  story.write('0:"Once"\n');
  const gone = new AbortController();
  const answer = await fetch(`${origin}/stories`, { signal: gone.signal });
  await answer.body?.getReader().read();
  const closed = once(story, 'close');
  gone.abort();
  await closed;
  expect(story.destroyed).toBe(true);
  await app.close();
});
