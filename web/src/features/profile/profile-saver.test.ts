import type { Account } from '@waystory/proto/accounts/account.ts';
import { ResponseError } from '@waystory/proto/kit/client.ts';
import { beforeEach, expect, test, vi } from 'vitest';
import { createDraftStore } from '../../model/saving/draft-store.ts';
import { profileSaver } from './profile-saver.ts';

const account = { id: 'a', version: 3, userName: 'ada', aboutMe: null, avatarUrl: '/media/me.webp' } as Account; // only the fields that a profile reads
const refusal = (status: number, code: string) => new ResponseError(status, { type: '', title: '', status, code, detail: '', traceId: '' });

const updateAccount = vi.fn();
const getMyAccount = vi.fn();
let texts = new Map<string, string>();
const storage = {
  getItem: (key: string) => texts.get(key) ?? null,
  setItem: (key: string, text: string) => void texts.set(key, text),
  removeItem: (key: string) => void texts.delete(key),
  key: (index: number) => [...texts.keys()][index] ?? null,
  get length() {
    return texts.size;
  },
};
const opened = () => profileSaver(account, { updateAccount, getMyAccount }, createDraftStore(storage, 'ada'));

beforeEach(() => {
  texts = new Map();
  updateAccount.mockReset();
  getMyAccount.mockReset();
});

test('profile saver sends only the changed fields, with the base version as If-Match', async () => {
  updateAccount.mockResolvedValue({ ...account, version: 4, avatarUrl: null });
  const saver = opened();
  saver.edit({ avatarUrl: '' });
  expect(updateAccount).not.toHaveBeenCalled();
  await saver.save();
  expect(updateAccount).toHaveBeenCalledExactlyOnceWith({ params: { id: 'a' }, body: { avatarUrl: null }, ifMatch: 3 });
  expect(saver.isUnsaved).toBe(false);
});

test('a taken user name is refused without a retry and stays in the form', async () => {
  updateAccount.mockRejectedValue(refusal(409, 'account/username-taken'));
  const saver = opened();
  saver.edit({ userName: 'grace' });
  await saver.save();
  expect(saver.store.state.state).toMatchObject({ phase: 'refused', problem: 'account/username-taken' });
  expect(saver.store.state.fields.userName).toBe('grace');
});

test('a concurrent change of another profile field is merged', async () => {
  updateAccount
    .mockRejectedValueOnce(refusal(412, 'request/stale'))
    .mockResolvedValue({ ...account, version: 5, userName: 'grace', aboutMe: 'Trains' });
  getMyAccount.mockResolvedValue({ ...account, version: 4, userName: 'grace' });
  const saver = opened();
  saver.edit({ aboutMe: 'Trains' });
  await saver.save();
  await vi.waitFor(() => expect(saver.isUnsaved).toBe(false));
  expect(updateAccount).toHaveBeenLastCalledWith({ params: { id: 'a' }, body: { aboutMe: 'Trains' }, ifMatch: 4 });
  expect(saver.store.state.fields).toMatchObject({ userName: 'grace', aboutMe: 'Trains' });
});

test('a concurrent change of the same profile field puts the saver in phase conflict until it is resolved', async () => {
  updateAccount.mockRejectedValueOnce(refusal(412, 'request/stale')).mockResolvedValue({ ...account, version: 5, userName: 'mine' });
  getMyAccount.mockResolvedValue({ ...account, version: 4, userName: 'theirs' });
  const saver = opened();
  saver.edit({ userName: 'mine' });
  await saver.save();
  expect(saver.store.state.state.phase).toBe('conflict');
  expect(updateAccount).toHaveBeenCalledOnce();
  saver.resolve(['userName']);
  await vi.waitFor(() => expect(saver.isUnsaved).toBe(false));
  expect(updateAccount).toHaveBeenLastCalledWith({ params: { id: 'a' }, body: { userName: 'mine' }, ifMatch: 4 });
});

test('an unsaved profile edit is restored on the next visit', () => {
  opened().edit({ aboutMe: 'Slow trains' });
  expect(opened().store.state).toMatchObject({ fields: { aboutMe: 'Slow trains' }, restored: ['aboutMe'] });
});
