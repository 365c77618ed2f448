// @vitest-environment happy-dom
import { FetchError, ResponseError } from '@waystory/proto/kit/client.ts';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createDraftStore } from './draft-store.ts';
import { EntitySaver, savePause } from './entity-saver.ts';
import type { Edits, Versioned } from './versions.ts';

interface Note {
  title: string;
  text: string | null;
}

/** A server that holds one note and checks versions. */
function serverWith(first: Versioned<Note>) {
  const server = { now: first, sent: [] as Edits<Note>[], failures: [] as unknown[] };
  const ports = {
    entity: 'note.1',
    drafts: createDraftStore(localStorage, 'mia'),
    problemsOf: ({ title }: Edits<Note>) => (title === '' ? { title: 'Give it a title' } : {}),
    load: async () => server.now,
    send: async (edits: Edits<Note>, version: number) => {
      const failure = server.failures.shift();
      if (failure) throw failure;
      if (version !== server.now.version) throw new ResponseError(412, null);
      server.sent.push(edits);
      server.now = { fields: { ...server.now.fields, ...edits }, version: version + 1 };
      return server.now;
    },
  };
  return { server, open: () => new EntitySaver<Note>(server.now, ports) };
}
const first = { fields: { title: 'Old', text: null }, version: 1 };

beforeEach(() => {
  localStorage.clear();
  vi.useFakeTimers();
});
afterEach(() => vi.useRealTimers());
const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);

describe('text', () => {
  test('is saved once, when the typing pauses', async () => {
    const { server, open } = serverWith(first);
    const saver = open();
    for (const title of ['N', 'Ne', 'New']) {
      saver.edit({ title });
      await pass(savePause / 2);
    }
    expect(server.sent).toEqual([]);
    await pass(savePause);
    expect(server.sent).toEqual([{ title: 'New' }]);
    expect(saver.snapshot().state.phase).toBe('saved');
    expect(localStorage.length).toBe(0);
  });

  test('that was typed while it was being saved is saved before a flush is over', async () => {
    const { server, open } = serverWith(first);
    const saver = open();
    saver.edit({ title: 'One' });
    const under = saver.flush();
    saver.edit({ title: 'Two' });
    await saver.flush();
    expect(server.sent).toEqual([{ title: 'One' }, { title: 'Two' }]);
    expect(saver.isUnsaved).toBe(false);
    await under;
  });

  test('that is wrong stays with the writer, while the rest is saved', async () => {
    const { server, open } = serverWith(first);
    const saver = open();
    saver.edit({ title: '', text: 'fine' });
    await pass(savePause);
    expect(server.sent).toEqual([{ text: 'fine' }]);
    expect(saver.snapshot()).toMatchObject({ fields: { title: '' }, problems: { title: 'Give it a title' } });
    expect(saver.isUnsaved).toBe(true);
  });

  test('waits in the browser while the server is away, and is sent again', async () => {
    const { server, open } = serverWith(first);
    server.failures = [new FetchError('away'), new FetchError('away')];
    const saver = open();
    saver.edit({ title: 'New' });
    await pass(savePause);
    expect(saver.snapshot().state).toMatchObject({ phase: 'retrying', failures: 1 });
    expect(localStorage.length).toBe(1);
    await pass(10_000);
    expect(server.now.fields.title).toBe('New');
    expect(saver.snapshot().state.phase).toBe('saved');
  });

  test('typed while signed out is found and saved by the next visit, which says so and can take it back', async () => {
    const { server, open } = serverWith(first);
    server.failures = [new ResponseError(401, null)];
    const before = open();
    before.edit({ title: 'New' });
    await pass(savePause);
    expect(before.snapshot().state.phase).toBe('signed-out');

    const after = open();
    expect(after.snapshot()).toMatchObject({ fields: { title: 'New' }, restored: ['title'] });
    await pass(savePause);
    expect(server.now.fields.title).toBe('New');
    after.discardRestored();
    await pass(savePause);
    expect(server.now.fields.title).toBe('Old');
    expect(after.snapshot().restored).toEqual([]);
  });
});

describe('when somebody else wrote in between', () => {
  test('another field, both stand', async () => {
    const { server, open } = serverWith(first);
    const saver = open();
    server.now = { fields: { title: 'Old', text: 'theirs' }, version: 9 };
    saver.edit({ title: 'Mine' });
    await pass(savePause * 2);
    expect(server.now).toEqual({ fields: { title: 'Mine', text: 'theirs' }, version: 10 });
  });

  test('the same field, the writer decides', async () => {
    const { server, open } = serverWith(first);
    const saver = open();
    server.now = { fields: { title: 'Theirs', text: null }, version: 9 };
    saver.edit({ title: 'Mine' });
    await pass(savePause);
    expect(saver.snapshot().state.phase).toBe('conflict');
    expect(server.sent).toEqual([]);
    saver.resolve(['title']);
    await pass(0);
    expect(server.now).toMatchObject({ fields: { title: 'Mine' }, version: 10 });
  });

  test('a text restored from before their change is not sent over it', async () => {
    const { server, open } = serverWith(first);
    server.failures = [new ResponseError(401, null)];
    const before = open();
    before.edit({ title: 'Mine' });
    await pass(savePause);
    server.now = { fields: { title: 'Theirs', text: null }, version: 4 };
    const after = open();
    await pass(savePause * 2);
    expect(after.snapshot().state.phase).toBe('conflict');
    expect(server.now.fields.title).toBe('Theirs');
  });
});
