// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render, screen } from '@testing-library/react';
import { type AuthState, auth } from '@waystory/client/identity/auth.ts';
import type { Account } from '@waystory/proto/accounts/account.ts';
import { ResponseError } from '@waystory/proto/kit/client.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { queryClient } from '../../model/query-client.ts';
import { OnboardingGate } from './onboarding-gate.tsx';

let answer = Promise.withResolvers<Account>();
vi.mock('@waystory/client/api-client.ts', () => ({ client: { getMyAccount: () => answer.promise } }));
const mia = { subject: 'mia', email: null, name: null, roles: [] };
const account = { id: 'mia', userName: 'mia', aboutMe: null } as unknown as Account; // only the fields that are read
const signedIn: AuthState = { attempted: true, awaited: false, redirecting: false, person: mia };
const become = (state: AuthState): void => {
  auth.state = state;
};
const welcomed = vi.spyOn(auth, 'welcomed').mockImplementation(() => become({ ...auth.state, isNew: false }));

beforeEach(() => {
  answer = Promise.withResolvers();
  welcomed.mockClear();
});
afterEach(() => {
  cleanup();
  queryClient.clear();
  vi.useRealTimers();
});

const show = () =>
  render(
    <QueryClientProvider client={queryClient}>
      <OnboardingGate>the page</OnboardingGate>
    </QueryClientProvider>,
  );
const isPage = (): boolean => screen.queryByText('the page') !== null;

test('Newcomer to this browser sees a spinner until their account has loaded', async () => {
  become({ ...signedIn, isNew: true });
  show();
  expect(isPage()).toBe(false);
  await act(async () => answer.resolve(account));
  expect(await screen.findByText('the page', undefined, { timeout: 10_000 })).toBeTruthy();
  await vi.waitFor(() => expect(welcomed).toHaveBeenCalled());
});

test('User known to this browser keeps the page', () => {
  become(signedIn);
  show();
  expect(isPage()).toBe(true);
});

test('Visitor who returns without a sign-in sees the page', () => {
  become({ ...signedIn, person: null, isNew: true });
  show();
  expect(isPage()).toBe(true);
});

test('Failed account request shows the page', async () => {
  become({ ...signedIn, isNew: true });
  show();
  await act(async () => answer.reject(new ResponseError(403, null)));
  expect(await screen.findByText('the page', undefined, { timeout: 10_000 })).toBeTruthy();
});

test('Slow account request shows the page after the timeout', async () => {
  vi.useFakeTimers();
  become({ ...signedIn, isNew: true });
  const { rerender } = show();
  await act(() => vi.advanceTimersByTimeAsync(10_000));
  expect(welcomed).toHaveBeenCalledOnce();
  rerender(
    <QueryClientProvider client={queryClient}>
      <OnboardingGate>the page</OnboardingGate>
    </QueryClientProvider>,
  );
  expect(isPage()).toBe(true);
});
