// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Account } from '@waystory/proto/accounts/account.ts';
import { ResponseError } from '@waystory/proto/kit/client.ts';
import { toast, toastStore } from '@waystory/ui/toast-store.ts';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { queryClient } from '../../model/query-client.ts';
import { AboutMeStep } from './about-me-step.tsx';
import { UserNameStep } from './user-name-step.tsx';

const updateAccount = vi.hoisted(() => vi.fn());
vi.mock('@waystory/client/api-client.ts', () => ({ client: { updateAccount } }));

const account = { id: 'account', userName: null, aboutMe: null } as Account; // only the fields that the steps read
const problem = (code: string) => ({ type: '', title: '', status: 409, code, detail: '', traceId: '' });
// Without a translation the key is the text.
const toasts = () => toastStore.read().map(({ kind, message }) => [kind, message]);
const onSaved = vi.fn();
const log = vi.spyOn(console, 'error').mockImplementation(() => {});

beforeEach(() => {
  updateAccount.mockReset();
  onSaved.mockReset();
  log.mockClear();
});
afterEach(async () => {
  act(() => toast.dismiss());
  await waitFor(() => expect(toastStore.read()).toEqual([]));
  cleanup();
});

describe('the username', () => {
  async function save(userName = 'ada_l') {
    render(
      <QueryClientProvider client={queryClient}>
        <UserNameStep account={account} onSaved={onSaved} />
      </QueryClientProvider>,
    );
    await userEvent.type(screen.getByRole('textbox'), userName);
    await userEvent.click(screen.getByRole('button'));
  }

  test('that is saved is confirmed by a toast', async () => {
    updateAccount.mockResolvedValue({ ...account, userName: 'ada_l' });
    await save();
    await waitFor(() => expect(toasts()).toEqual([['success', 'common.accountName.success']]));
    expect(onSaved).toHaveBeenCalledOnce();
  });

  test.each(['al', 'ada l'])('that breaks a rule is not sent and shows a translated error: %s', async (userName) => {
    await save(userName);
    // The general text is the last fallback of the look-up.
    expect(await screen.findByText('problems.wrong')).toBeTruthy();
    expect(updateAccount).not.toHaveBeenCalled();
  });

  test.each([
    ['account/username-taken', true],
    ['account/unknown', false],
  ])('that is refused shows an error toast and is logged: %s', async (code, isTaken) => {
    updateAccount.mockRejectedValue(new ResponseError(409, problem(code)));
    await save();
    await waitFor(() => expect(toasts()).toEqual([['error', 'common.accountName.error']]));
    expect(log).toHaveBeenCalledWith('The username was not saved', expect.any(ResponseError));
    expect(screen.queryByText('common.accountName.taken') !== null).toBe(isTaken);
    expect(onSaved).not.toHaveBeenCalled();
  });
});

describe('the text about oneself', () => {
  async function save() {
    render(
      <QueryClientProvider client={queryClient}>
        <AboutMeStep account={account} onSaved={onSaved} onSkip={() => {}} />
      </QueryClientProvider>,
    );
    await userEvent.type(screen.getByRole('textbox'), 'Slow trains');
    await userEvent.click(screen.getByRole('button', { name: 'common.aboutMe.save' }));
  }

  test('is confirmed by a toast when it is saved', async () => {
    updateAccount.mockResolvedValue({ ...account, aboutMe: 'Slow trains' });
    await save();
    await waitFor(() => expect(toasts()).toEqual([['success', 'common.aboutMe.success']]));
  });

  test('shows an error toast when saving fails', async () => {
    updateAccount.mockRejectedValue(new ResponseError(409, problem('account/unknown')));
    await save();
    await waitFor(() => expect(toasts()).toEqual([['error', 'common.aboutMe.error']]));
    expect(onSaved).not.toHaveBeenCalled();
  });
});
