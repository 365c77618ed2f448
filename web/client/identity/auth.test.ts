// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { RuntimeConfig } from '../config.ts';

/** Result of the silent sign-in. */
let attempt = Promise.withResolvers<object | null>();
/** Stored user of this tab, and the user returned by the provider. */
let [kept, comesBack]: (object | null)[] = [null, null];
const [signinSilent, signinRedirect] = [vi.fn(() => attempt.promise), vi.fn(async (): Promise<void> => {})];
vi.mock('./oidc.ts', () => ({
  createUserManager: () => ({ getUser: async () => kept, signinSilent, signinRedirect, signinCallback: async () => comesBack }),
}));
const mia = { access_token: 'token of mia', expires_in: 3_600, profile: { sub: 'mia', email: 'mia@example.com' } };
vi.spyOn(location, 'reload').mockImplementation(() => {});
const config = { oidc: { rolesClaim: 'roles' } } as RuntimeConfig; // as: only the roles claim is read

beforeEach(() => {
  vi.resetModules();
  vi.useFakeTimers();
  attempt = Promise.withResolvers();
  localStorage.clear();
  sessionStorage.clear();
  [kept, comesBack] = [null, null];
  vi.clearAllMocks();
});
afterEach(() => vi.useRealTimers());

async function started() {
  const { auth } = await import('./auth.ts');
  const late = vi.fn();
  auth.onLateArrival = late;
  auth.start(config);
  return { auth, late };
}

test('Auth without an earlier sign-in returns a null token at once, and starts the silent sign-in when settled is called', async () => {
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

test('Auth with an earlier sign-in returns the token after the silent sign-in', async () => {
  localStorage.setItem('waystory.signed-in', '');
  const { auth, late } = await started();
  const token = auth.token();
  expect(auth.state).toMatchObject({ attempted: false, awaited: true });
  attempt.resolve(mia);
  expect(await token).toBe('token of mia');
  expect(late).not.toHaveBeenCalled();
});

test('Auth without an earlier sign-in starts the silent sign-in when the page is idle', async () => {
  const { auth, late } = await started();
  attempt.resolve(mia);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(late).toHaveBeenCalledOnce();
  expect(auth.state).toMatchObject({ attempted: true, awaited: false });
});

describe('Auth with a slow silent frame', () => {
  test('returns a null token after two seconds, and starts no second silent sign-in in the same visit', async () => {
    localStorage.setItem('waystory.signed-in', 'mia');
    const { auth } = await started();
    let token: string | null | undefined;
    void auth.token().then((one) => (token = one));
    await vi.advanceTimersByTimeAsync(1_900);
    expect([token, auth.state.awaited]).toEqual([undefined, true]);
    await vi.advanceTimersByTimeAsync(200);
    expect([token, auth.state]).toEqual([null, expect.objectContaining({ attempted: true, awaited: false, person: null })]);
    expect(signinSilent).toHaveBeenCalledOnce();
    vi.resetModules();
    const next = (await started()).auth;
    expect(await next.token()).toBeNull();
    expect(next.state.attempted).toBe(true);
    expect(signinSilent).toHaveBeenCalledOnce();
  });

  test('starts the silent sign-in again on the next page when the first page was left within two seconds', async () => {
    localStorage.setItem('waystory.signed-in', 'mia');
    await started();
    await vi.advanceTimersByTimeAsync(500);
    vi.resetModules();
    attempt = Promise.withResolvers();
    const { auth } = await started();
    attempt.resolve(mia);
    expect(await auth.token()).toBe('token of mia');
  });

  test('accepts a user who arrives after two seconds, and calls onLateArrival', async () => {
    localStorage.setItem('waystory.signed-in', 'mia');
    const { auth, late } = await started();
    await vi.advanceTimersByTimeAsync(2_100);
    attempt.resolve(mia);
    await vi.advanceTimersByTimeAsync(0);
    expect(late).toHaveBeenCalledOnce();
    expect(await auth.token()).toBe('token of mia');
  });

  test('ignores a rejection after two seconds', async () => {
    localStorage.setItem('waystory.signed-in', 'mia');
    const { auth, late } = await started();
    await vi.advanceTimersByTimeAsync(2_100);
    attempt.reject(new Error('IFrame timed out without a response'));
    await vi.advanceTimersByTimeAsync(0);
    expect([late.mock.calls, auth.state.person]).toEqual([[], null]);
  });
});

test('Auth starts the silent sign-in once more after a completed sign-in', async () => {
  attempt.reject(new Error('login_required'));
  const first = (await started()).auth;
  await first.settled();
  expect(signinSilent).toHaveBeenCalledOnce();
  comesBack = mia;
  await first.completeSignIn();
  vi.resetModules();
  const next = (await started()).auth;
  await next.settled();
  expect(signinSilent).toHaveBeenCalledTimes(2);
});

test('Auth renews an expired session of this tab also after a failed silent sign-in of the same visit', async () => {
  attempt.reject(new Error('login_required'));
  await (await started()).auth.settled();
  vi.resetModules();
  [kept, attempt] = [{ ...mia, expired: true }, Promise.withResolvers()];
  attempt.resolve(mia);
  const { auth } = await started();
  await auth.settled();
  expect(await auth.token()).toBe('token of mia');
});

describe('Auth after a sign-in', () => {
  test('marks a first-time user as new until the account exists', async () => {
    const first = (await started()).auth;
    comesBack = mia;
    await first.completeSignIn();
    vi.resetModules();
    kept = mia;
    const { auth } = await started();
    expect(auth.state.isNew).toBe(true);
    await auth.settled();
    expect(auth.state).toMatchObject({ isNew: true, person: { subject: 'mia' } });
    auth.welcomed();
    expect(auth.state.isNew).toBe(false);
    vi.resetModules();
    expect((await started()).auth.state.isNew).toBe(false);
  });

  test('does not mark a known user as new', async () => {
    localStorage.setItem('waystory.signed-in', 'mia');
    const { auth } = await started();
    comesBack = mia;
    await auth.completeSignIn();
    vi.resetModules();
    expect((await started()).auth.state.isNew).toBe(false);
  });
});

describe('Auth without a usable sign-in', () => {
  test('has the state isUnusable, no person and a null token after a permanent refusal of the token', async () => {
    kept = mia;
    const { auth, late } = await started();
    await auth.settled();
    late.mockClear();
    auth.refused();
    auth.refused();
    expect(auth.state).toMatchObject({ isUnusable: true, person: null });
    expect(await auth.token()).toBeNull();
    expect(late).toHaveBeenCalledOnce();
  });

  test('redirects on a click, but automatically only a minute later, when the next page finds no session', async () => {
    const first = (await started()).auth;
    comesBack = mia;
    await first.completeSignIn();
    vi.resetModules();
    attempt.reject(new Error('login_required'));
    const { auth } = await started();
    await auth.settled();
    await auth.signInByItself();
    expect([signinRedirect.mock.calls, auth.state.isStuck]).toEqual([[], true]);
    await auth.signIn();
    expect(signinRedirect).toHaveBeenCalledOnce();
    vi.resetModules();
    vi.setSystemTime(Date.now() + 60_000);
    const later = (await started()).auth;
    await later.settled();
    await later.signInByItself();
    expect(signinRedirect).toHaveBeenCalledTimes(2);
  });

  test('does not repeat a failed redirect automatically', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    signinRedirect.mockRejectedValue(new TypeError('Failed to fetch'));
    attempt.reject(new Error('login_required'));
    const { auth } = await started();
    await auth.settled();
    await auth.signInByItself();
    expect(auth.state).toMatchObject({ redirecting: false, isStuck: true });
    await auth.signInByItself();
    expect(signinRedirect).toHaveBeenCalledOnce();
  });
});
