// @vitest-environment happy-dom
import { FetchError, ResponseError } from '@waystory/proto/kit/client.ts';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createDraftStore } from './draft-store.ts';
import { EntitySaver, type Sending, savePause } from './entity-saver.ts';
import type { Edits, Versioned } from './versions.ts';

interface Note {
  title: string;
  text: string | null;
}

/** A test server with one note and version checks. */
function serverWith(first: Versioned<Note>, mode: 'autosave' | 'button' = 'autosave') {
  const server = { now: first, sent: [] as Edits<Note>[], failures: [] as unknown[] };
  const ports = {
    entity: 'note.1',
    mode,
    drafts: createDraftStore(localStorage, 'mia'),
    problemsOf: ({ title }: Edits<Note>) => (title === '' ? { title: { name: 'missing' } } : {}),
    load: async () => server.now,
    send: async ({ edits, base: { version } }: Sending<Note>) => {
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

describe('Text', () => {
  test('is saved once after a pause in typing', async () => {
    const { server, open } = serverWith(first);
    const saver = open();
    for (const title of ['N', 'Ne', 'New']) {
      saver.edit({ title });
      await pass(savePause / 2);
    }
    expect(server.sent).toEqual([]);
    await pass(savePause);
    expect(server.sent).toEqual([{ title: 'New' }]);
    expect(saver.store.state.state.phase).toBe('saved');
    expect(localStorage.length).toBe(0);
  });

  test('typed during a save is saved before flush resolves', async () => {
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

  test('that is invalid stays unsaved in its field, while other fields are saved', async () => {
    const { server, open } = serverWith(first);
    const saver = open();
    saver.edit({ title: '', text: 'fine' });
    await pass(savePause);
    expect(server.sent).toEqual([{ text: 'fine' }]);
    expect(saver.store.state).toMatchObject({ fields: { title: '' }, problems: { title: { name: 'missing' } } });
    expect(saver.isUnsaved).toBe(true);
  });

  test('is stored in the browser during an outage and sent afterwards', async () => {
    const { server, open } = serverWith(first);
    server.failures = [new FetchError('away'), new FetchError('away')];
    const saver = open();
    saver.edit({ title: 'New' });
    await pass(savePause);
    expect(saver.store.state.state).toMatchObject({ phase: 'retrying', failures: 1 });
    expect(localStorage.length).toBe(1);
    await pass(10_000);
    expect(server.now.fields.title).toBe('New');
    expect(saver.store.state.state.phase).toBe('saved');
  });

  test('typed while signed out is restored and saved by the next visit, which marks it as restored and can undo it', async () => {
    const { server, open } = serverWith(first);
    server.failures = [new ResponseError(401, null)];
    const before = open();
    before.edit({ title: 'New' });
    await pass(savePause);
    expect(before.store.state.state.phase).toBe('signed-out');

    const after = open();
    expect(after.store.state).toMatchObject({ fields: { title: 'New' }, restored: ['title'] });
    await pass(savePause);
    expect(server.now.fields.title).toBe('New');
    after.discardRestored();
    await pass(savePause);
    expect(server.now.fields.title).toBe('Old');
    expect(after.store.state.restored).toEqual([]);
  });
});

describe('Change by another person', () => {
  test('to another field is merged', async () => {
    const { server, open } = serverWith(first);
    const saver = open();
    server.now = { fields: { title: 'Old', text: 'theirs' }, version: 9 };
    saver.edit({ title: 'Mine' });
    await pass(savePause * 2);
    expect(server.now).toEqual({ fields: { title: 'Mine', text: 'theirs' }, version: 10 });
  });

  test('to the same field is in phase conflict until it is resolved', async () => {
    const { server, open } = serverWith(first);
    const saver = open();
    server.now = { fields: { title: 'Theirs', text: null }, version: 9 };
    saver.edit({ title: 'Mine' });
    await pass(savePause);
    expect(saver.store.state.state.phase).toBe('conflict');
    expect(server.sent).toEqual([]);
    saver.resolve(['title']);
    await pass(0);
    expect(server.now).toMatchObject({ fields: { title: 'Mine' }, version: 10 });
  });

  test('is not overwritten by a restored draft', async () => {
    const { server, open } = serverWith(first);
    server.failures = [new ResponseError(401, null)];
    const before = open();
    before.edit({ title: 'Mine' });
    await pass(savePause);
    server.now = { fields: { title: 'Theirs', text: null }, version: 4 };
    const after = open();
    await pass(savePause * 2);
    expect(after.store.state.state.phase).toBe('conflict');
    expect(server.now.fields.title).toBe('Theirs');
  });
});

describe('Save by button', () => {
  test('sends nothing before the press, and all edits after it', async () => {
    const { server, open } = serverWith(first, 'button');
    const saver = open();
    const onSaved = vi.fn();
    saver.whenSaved(onSaved);
    saver.edit({ title: 'New' });
    await pass(savePause * 10);
    expect(server.sent).toEqual([]);
    expect(localStorage.length).toBe(1);
    await saver.save();
    expect(server.sent).toEqual([{ title: 'New' }]);
    expect(onSaved).toHaveBeenCalledOnce();
    expect(localStorage.length).toBe(0);
  });

  test('is repeated after an outage unless the writer continues to type', async () => {
    const { server, open } = serverWith(first, 'button');
    const saver = open();
    server.failures = [new FetchError('away')];
    saver.edit({ title: 'New' });
    await saver.save();
    await pass(60_000);
    expect(server.now.fields.title).toBe('New');

    server.failures = [new FetchError('away')];
    saver.edit({ title: 'Newer' });
    await saver.save();
    saver.edit({ title: 'Newest' });
    await pass(60_000);
    expect(server.now.fields.title).toBe('New');
    expect(saver.isUnsaved).toBe(true);
  });

  test('requested before a reload is sent afterwards, while merely typed text waits for the button', async () => {
    const { server, open } = serverWith(first, 'button');
    server.failures = [new ResponseError(401, null)];
    const before = open();
    before.edit({ title: 'Pressed' });
    await before.save();
    before.close();
    open().open();
    await pass(0);
    expect(server.now.fields.title).toBe('Pressed');

    open().edit({ title: 'Typed' });
    const after = open();
    after.open();
    await pass(60_000);
    expect(server.now.fields.title).toBe('Pressed');
    expect(after.store.state).toMatchObject({ fields: { title: 'Typed' }, restored: ['title'] });
    after.discard();
    expect(after.store.state).toMatchObject({ fields: { title: 'Pressed' }, restored: [] });
  });

  test('merges a change by another person to another field, and is in phase conflict for the same field', async () => {
    const { server, open } = serverWith(first, 'button');
    const saver = open();
    server.now = { fields: { title: 'Old', text: 'theirs' }, version: 9 };
    saver.edit({ title: 'Mine' });
    await saver.save();
    await pass(0);
    expect(server.now.fields).toEqual({ title: 'Mine', text: 'theirs' });

    server.now = { fields: { title: 'Theirs', text: 'theirs' }, version: 20 };
    saver.edit({ title: 'Mine again' });
    await saver.save();
    expect(saver.store.state.state.phase).toBe('conflict');
    const onSaved = vi.fn();
    saver.whenSaved(onSaved);
    saver.resolve(['title']);
    await pass(0);
    expect(server.now.fields.title).toBe('Mine again');
    expect(onSaved).toHaveBeenCalledOnce();
  });
});
