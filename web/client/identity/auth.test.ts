// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { RuntimeConfig } from '../config.ts';

/** Whom the silent attempt finds, when it is over. */
let attempt = Promise.withResolvers<object | null>();
/** Whom this tab kept, and who comes back from the provider. */
let [kept, comesBack]: (object | null)[] = [null, null];
const [signinSilent, signinRedirect] = [vi.fn(() => attempt.promise), vi.fn(async (): Promise<void> => {})];
vi.mock('./oidc.ts', () => ({
  createUserManager: () => ({ getUser: async () => kept, signinSilent, signinRedirect, signinCallback: async () => comesBack }),
}));
const mia = { access_token: 'token of mia', expires_in: 3_600, profile: { sub: 'mia', email: 'mia@example.com' } };
vi.spyOn(location, 'reload').mockImplementation(() => {});
const config = { oidc: { rolesClaim: 'roles' } } as RuntimeConfig; // no more of it is looked at

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

describe('A provider that never answers the hidden frame', () => {
  test('holds reads up for two seconds, and is not asked again in this visit', async () => {
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

  test('is asked again by the next page when one is left before it could answer', async () => {
    localStorage.setItem('waystory.signed-in', 'mia');
    await started();
    await vi.advanceTimersByTimeAsync(500);
    vi.resetModules();
    attempt = Promise.withResolvers();
    const { auth } = await started();
    attempt.resolve(mia);
    expect(await auth.token()).toBe('token of mia');
  });

  test('may still answer later, and then reads are made anew', async () => {
    localStorage.setItem('waystory.signed-in', 'mia');
    const { auth, late } = await started();
    await vi.advanceTimersByTimeAsync(2_100);
    attempt.resolve(mia);
    await vi.advanceTimersByTimeAsync(0);
    expect(late).toHaveBeenCalledOnce();
    expect(await auth.token()).toBe('token of mia');
  });

  test('may refuse later, which changes nothing', async () => {
    localStorage.setItem('waystory.signed-in', 'mia');
    const { auth, late } = await started();
    await vi.advanceTimersByTimeAsync(2_100);
    attempt.reject(new Error('IFrame timed out without a response'));
    await vi.advanceTimersByTimeAsync(0);
    expect([late.mock.calls, auth.state.person]).toEqual([[], null]);
  });
});

test('Whoever signs in, in any tab, is looked for once more', async () => {
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

test('A token that this tab kept is renewed after its end, whatever was asked before in this visit', async () => {
  attempt.reject(new Error('login_required'));
  await (await started()).auth.settled();
  vi.resetModules();
  [kept, attempt] = [{ ...mia, expired: true }, Promise.withResolvers()];
  attempt.resolve(mia);
  const { auth } = await started();
  await auth.settled();
  expect(await auth.token()).toBe('token of mia');
});

describe('Somebody who signs in', () => {
  test('for the first time in this browser is new until their account is there', async () => {
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

  test('in a browser that knows them is not new', async () => {
    localStorage.setItem('waystory.signed-in', 'mia');
    const { auth } = await started();
    comesBack = mia;
    await auth.completeSignIn();
    vi.resetModules();
    expect((await started()).auth.state.isNew).toBe(false);
  });
});

describe('A sign-in that the product cannot use', () => {
  test('is told of, and pages are read as by a visitor', async () => {
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

  test('that does not last leads to the provider no second time by itself, and does on a click', async () => {
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

  test('whose way there fails is not begun again by itself', async () => {
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
