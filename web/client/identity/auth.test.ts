// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { RuntimeConfig } from '../config.ts';

/** Whom the silent attempt finds, when it is over. */
let attempt = Promise.withResolvers<object | null>();
vi.mock('./oidc.ts', () => ({ createUserManager: () => ({ getUser: async () => null, signinSilent: () => attempt.promise }) }));
const mia = { access_token: 'token of mia', expires_in: 3_600, profile: { sub: 'mia', email: 'mia@example.com' } };
const config = { oidc: { rolesClaim: 'roles' } } as RuntimeConfig; // no more of it is looked at

beforeEach(() => {
  vi.resetModules();
  vi.useFakeTimers();
  attempt = Promise.withResolvers();
  localStorage.clear();
});
afterEach(() => vi.useRealTimers());

async function started() {
  const { auth } = await import('./auth.ts');
  const late = vi.fn();
  auth.onLateArrival = late;
  auth.start(config);
  return { auth, late };
}

test('where nobody was signed in before, reads do not wait, nor is anybody looked for until it matters; who turns out to be is told of', async () => {
  const { auth, late } = await started();
  expect(await auth.token()).toBeNull();
  attempt.resolve(mia);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(auth.state).toMatchObject({ attempted: false, awaited: false, person: null });
  await auth.settled();
  expect(auth.state).toMatchObject({ attempted: true });
  expect(late).toHaveBeenCalledOnce();
  expect(await auth.token()).toBe('token of mia');
});

test('where somebody was, reads wait for them', async () => {
  localStorage.setItem('waystory.signed-in', '');
  const { auth, late } = await started();
  const token = auth.token();
  expect(auth.state).toMatchObject({ attempted: false, awaited: true });
  attempt.resolve(mia);
  expect(await token).toBe('token of mia');
  expect(late).not.toHaveBeenCalled();
});

test('where nobody was signed in before and nobody asks, it is looked when the page is at rest', async () => {
  const { auth, late } = await started();
  attempt.resolve(mia);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(late).toHaveBeenCalledOnce();
  expect(auth.state).toMatchObject({ attempted: true, awaited: false });
});
