import { describe, expect, test } from 'vitest';
import { retryingFetch } from './patient-fetch.ts';

const refusal = (headers: Record<string, string> = { 'retry-after': '0.01' }): Response => new Response(null, { status: 503, headers });

/** A `fetch` that returns the answers in sequence, then the last answer again. */
function answering(...answers: Response[]) {
  let asked = 0;
  const once = async (): Promise<Response> => answers[Math.min(asked++, answers.length - 1)] ?? Response.error();
  return { once, asked: () => asked };
}

describe('retrying fetch', () => {
  test('repeats a read after 503 with Retry-After', async () => {
    const { once, asked } = answering(refusal(), refusal(), new Response('there'));
    expect(await (await retryingFetch(once, 5_000)('/things')).text()).toBe('there');
    expect(asked()).toBe(3);
  });

  test('returns the 503 after its time limit', async () => {
    const { once, asked } = answering(refusal());
    expect((await retryingFetch(once, 25)('/things')).status).toBe(503);
    expect(asked()).toBeGreaterThan(1);
  });

  test.each([
    ['the 503 of a write', { method: 'POST' }, refusal()],
    ['a 503 without Retry-After', {}, refusal({})],
    ['a 429', {}, new Response(null, { status: 429, headers: { 'retry-after': '0.01' } })],
  ])('returns %s without a retry', async (_, init, answer) => {
    const { once, asked } = answering(answer, new Response('there'));
    expect(await retryingFetch(once, 5_000)('/things', init)).toBe(answer);
    expect(asked()).toBe(1);
  });
});
