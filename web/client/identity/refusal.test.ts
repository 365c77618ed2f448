// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest';
import { withRefusalDetection } from '../browser-client.ts';
import { auth } from './auth.ts';

const refused = vi.spyOn(auth, 'refused').mockImplementation(() => {});
afterEach(() => refused.mockClear());

test.each([
  [401, '{"code":"auth/unusable-token"}', true],
  [500, '{"code":"auth/misconfigured"}', true],
  [401, '{"code":"auth/expired-token"}', false],
  [401, '<html>', false],
  [500, '{"code":"internal/error"}', false],
  [200, '{"code":"auth/unusable-token"}', false],
  [503, '{"code":"engine/unavailable"}', false],
])('Answer %i with %s reports a permanently refused token: %j, and its body stays readable', async (status, body, isLasting) => {
  const answer = await withRefusalDetection(async () => new Response(body, { status }))('/api/accounts/me');
  expect([refused.mock.calls.length > 0, await answer.text()]).toEqual([isLasting, body]);
});
