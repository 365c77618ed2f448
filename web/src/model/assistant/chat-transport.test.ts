import { connection } from '@waystory/client/connection.ts';
import { dataStream } from '@waystory/proto/assistant/data-stream.ts';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { ChatRefused, chatProblemOf, chatTransport } from './chat-transport.ts';

interface Seen {
  url: string;
  init: RequestInit;
}

/** Transport to a server with this answer to every request. */
function answering(answer: () => Response | Promise<Response>, token: string | null = 'abc') {
  const seen: Seen[] = [];
  const transport = chatTransport(
    async () => token,
    async (url, init) => {
      seen.push({ url: String(url), init: init ?? {} });
      return answer();
    },
  );
  return { transport, seen };
}

const { signal } = new AbortController();
const body = (text: string): Response => new Response(text, { headers: { 'x-thread-id': 't' } });
const problem = (status: number, code: string): Response =>
  new Response(JSON.stringify({ code, detail: `About ${code}` }), { status, headers: { 'content-type': 'application/problem+json' } });

async function refusal(answer: () => Response): Promise<ChatRefused> {
  const error = await answering(answer)
    .transport.ask({ threadId: null, text: 'a', itineraryId: null, replaces: null }, signal)
    .catch((caught: unknown) => caught);
  if (!(error instanceof ChatRefused)) throw error;
  return error;
}

afterEach(() => {
  vi.unstubAllGlobals();
  connection.report(true);
});

test('ask posts a question to a new or existing thread, with the open itinerary and the access token', async () => {
  const { transport, seen } = answering(() => body(''));
  const { threadId } = await transport.ask({ threadId: null, text: 'Lisbon?', itineraryId: null, replaces: null }, signal);
  await transport.ask({ threadId: 't', text: 'Slower', itineraryId: 'i', replaces: 'm' }, signal);
  expect(threadId).toBe('t');
  expect(seen.map(({ url }) => url)).toEqual(['/api/chat', '/api/chat/t?itineraryId=i']);
  expect(seen[0]?.init.headers).toMatchObject({ authorization: 'Bearer abc' });
  expect(seen.map(({ init }) => JSON.parse(String(init.body)))).toEqual([
    { messages: [{ role: 'user', content: 'Lisbon?' }] },
    { messages: [{ role: 'user', content: 'Slower' }], threadId: 't', replaces: 'm' },
  ]);
});

test('goOn posts to the continuation of a thread, with the open itinerary and without a body', async () => {
  const { transport, seen } = answering(() => body(''));
  await transport.goOn('t', 'i', signal);
  expect(seen).toMatchObject([{ url: '/api/chat/t/continuation?itineraryId=i', init: { method: 'POST' } }]);
  expect(seen[0]?.init.body).toBeUndefined();
  expect(seen[0]?.init.headers).not.toHaveProperty('content-type');
});

test('resume reads the parts of the answer in progress', async () => {
  const { transport, seen } = answering(() => body(dataStream.encode({ type: 'text', value: 'Bom dia' })), null);
  const { parts } = await transport.resume('t', signal);
  const read = [];
  for await (const some of parts) read.push(...some);
  expect(read).toEqual([{ type: 'text', value: 'Bom dia' }]);
  expect(seen).toMatchObject([{ url: '/api/chat?chatId=t', init: { method: 'GET' } }]);
  expect(seen[0]?.init.headers).not.toHaveProperty('authorization');
});

describe('Refused request', () => {
  test('has the text of its problem, of its body, or a default', async () => {
    expect(await refusal(() => problem(409, 'chat/turn-running'))).toMatchObject({ message: 'About chat/turn-running', code: 'chat/turn-running' });
    expect(await refusal(() => new Response('Out for lunch', { status: 500 }))).toMatchObject({ message: 'Out for lunch', code: null });
    expect(await refusal(() => new Response(null, { status: 500 }))).toMatchObject({ message: 'Failed to fetch the chat response.' });
    expect(await refusal(() => new Response(null, { status: 200 }))).toMatchObject({ message: 'The response body is empty.' });
  });

  test.each([
    [401, 'auth/required', 'signed-out'],
    [402, 'credit/none-left', 'no-credits'],
    [409, 'chat/turn-running', 'running'],
    [404, 'chat/unknown', 'unknown-thread'],
    [409, 'something/else', 'failed'],
    [500, 'internal/error', 'failed'],
  ])('with %d %s has the problem %s', async (status, code, kind) => {
    expect(chatProblemOf(await refusal(() => problem(status, code)))).toMatchObject({ kind });
  });

  test('has the problem signed-out when only its text contains Unauthorized or 401', () => {
    expect(chatProblemOf(new ChatRefused(500, null, 'Unauthorized'))).toEqual({ kind: 'signed-out' });
    expect(chatProblemOf(new Error('Got a 401'))).toEqual({ kind: 'signed-out' });
  });

  test('without a network has the problem cut', async () => {
    // Stubbed, because this test does not cover the retries during an outage.
    vi.stubGlobal('setTimeout', () => 0);
    const { transport } = answering(() => Promise.reject(new TypeError('fetch failed')));
    const error = await transport.resume('t', signal).catch((caught: unknown) => caught);
    expect(chatProblemOf(error)).toEqual({ kind: 'cut' });
  });
});
