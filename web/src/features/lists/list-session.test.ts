import { ResponseError } from '@waystory/proto/kit/client.ts';
import type { Collection, CollectionEntry } from '@waystory/proto/social/collection.ts';
import { beforeEach, expect, test, vi } from 'vitest';
import { createDraftStore } from '../../model/saving/draft-store.ts';
import { ListSession } from './list-session.ts';

const at = '2026-05-01T08:00:00Z';
const list: Collection = { id: 'l', accountId: 'me', title: 'Someday', note: null, version: 1, createdAt: at, updatedAt: at };
const entry: CollectionEntry = {
  id: 'e',
  collectionId: 'l',
  accountId: 'me',
  kind: 'stop',
  targetId: 's',
  itineraryId: 'i',
  note: null,
  version: 2,
  addedAt: at,
};
const refusal = (status: number, code: string) => new ResponseError(status, { type: '', title: '', status, code, detail: '', traceId: '' });

const calls = { patchCollection: vi.fn(), getCollection: vi.fn(), patchCollectionEntry: vi.fn(), listCollectionEntries: vi.fn() };
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
const opened = () => new ListSession(list, calls, createDraftStore(storage, 'me'));

beforeEach(() => {
  texts = new Map();
  for (const call of Object.values(calls)) call.mockReset();
});

test('name of a list and notes of its entries are saved in separate requests with the changed fields only', async () => {
  calls.patchCollection.mockResolvedValue({ ...list, title: 'Islands', version: 3 });
  calls.patchCollectionEntry.mockResolvedValue({ ...entry, note: 'At dusk', version: 4 });
  const session = opened();
  session.list.edit({ title: 'Islands' });
  session.entry(entry).edit({ note: 'At dusk' });
  expect(session.overall.state).toMatchObject({ phase: 'waiting', isUnsaved: true });
  await session.flush();
  expect(calls.patchCollection).toHaveBeenCalledExactlyOnceWith({ params: { id: 'l' }, body: { title: 'Islands' } });
  expect(calls.patchCollectionEntry).toHaveBeenCalledExactlyOnceWith({ params: { id: 'l', targetId: 's' }, body: { note: 'At dusk' } });
  expect(session.overall.state).toMatchObject({ phase: 'saved', isUnsaved: false });
});

test('an empty name of a list is reported as missing and never sent to the server', async () => {
  const session = opened();
  session.list.edit({ title: '  ' });
  await session.flush();
  expect(calls.patchCollection).not.toHaveBeenCalled();
  expect(session.list.store.state.problems).toEqual({ title: { name: 'missing' } });
  expect(session.overall.state.phase).toBe('wrong');
});

test('an unsent note of a list entry is stored in the browser and restored by the next list session', async () => {
  calls.patchCollectionEntry.mockRejectedValue(refusal(503, 'engine/unavailable'));
  const session = opened();
  session.entry(entry).edit({ note: 'At dusk' });
  await session.flush();
  expect(session.overall.state.phase).toBe('retrying');
  session.entry(entry).close();
  const next = opened().entry(entry);
  expect(next.store.state.fields.note).toBe('At dusk');
  next.close();
});

test('list session takes text from another tab, except in a field with a local edit', () => {
  const session = opened();
  session.receive({ ...list, title: 'Islands', version: 2 });
  expect(session.list.store.state.fields.title).toBe('Islands');
  const note = session.entry(entry);
  note.edit({ note: 'At dusk' });
  session.receiveEntry({ ...entry, note: 'At dawn', version: 5 });
  expect(note.store.state.fields.note).toBe('At dusk');
  session.discard();
});

test('removing a list entry discards its unsaved note', () => {
  const session = opened();
  session.entry(entry).edit({ note: 'At dusk' });
  session.forget('s');
  expect([session.overall.state.isUnsaved, texts.size]).toEqual([false, 0]);
  expect(session.entry(entry).store.state.fields.note).toBeNull();
});
