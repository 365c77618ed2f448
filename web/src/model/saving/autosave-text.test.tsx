// @vitest-environment happy-dom

import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { ResponseError } from '@waystory/proto/kit/client.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { AutosaveText } from './autosave-text.tsx';
import { createDraftStore } from './draft-store.ts';
import { EntitySaver, savePause } from './entity-saver.ts';
import type { Edits } from './versions.ts';

interface Note {
  title: string;
  text: string | null;
}

/** A saver for a server that trims texts. */
function open() {
  const sent: Edits<Note>[] = [];
  const failures: unknown[] = [];
  let now = { fields: { title: 'Old', text: null } as Note, version: 1 };
  const saver = new EntitySaver<Note>(now, {
    entity: 'note.1',
    mode: 'autosave',
    drafts: createDraftStore(localStorage, 'mia'),
    problemsOf: ({ title }) => (title?.trim() === '' ? { title: { name: 'missing' } } : {}),
    load: async () => now,
    send: async ({ edits }) => {
      const failure = failures.shift();
      if (failure) throw failure;
      sent.push(edits);
      now = { fields: { ...now.fields, ...edits, ...(edits.title !== undefined && { title: edits.title.trim() }) }, version: now.version + 1 };
      return now;
    },
  });
  render(
    <>
      <AutosaveText saver={saver} field="title" label="Title" required />
      <AutosaveText saver={saver} field="text" label="Text" rows={2} />
    </>,
  );
  return { saver, sent, failures, title: screen.getByLabelText<HTMLInputElement>('Title'), text: screen.getByLabelText<HTMLTextAreaElement>('Text') };
}
const type = (input: Element, value: string) => fireEvent.change(input, { target: { value } });
const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));

beforeEach(() => {
  localStorage.clear();
  vi.useFakeTimers();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

test('Autosave waits for a pause in typing and keeps a trailing blank', async () => {
  const { sent, title } = open();
  title.focus();
  type(title, 'Slow ');
  await pass(savePause);
  expect(sent).toEqual([{ title: 'Slow ' }]);
  expect(title.value).toBe('Slow ');
  type(title, 'Slow Lisbon');
  await pass(savePause);
  expect(sent.at(-1)).toEqual({ title: 'Slow Lisbon' });
});

test('Autosave field saves at once on blur', async () => {
  const { sent, text } = open();
  type(text, 'Three days');
  fireEvent.blur(text);
  await pass(0);
  expect(sent).toEqual([{ text: 'Three days' }]);
});

test('Emptied text becomes null, and an emptied required title shows an error and is not sent', async () => {
  const { sent, title, text } = open();
  type(text, 'x');
  type(text, '');
  type(title, '');
  await pass(savePause);
  expect(sent).toEqual([]);
  expect(screen.getByText('problems.wrong')).toBeTruthy();
  expect(title.getAttribute('aria-invalid')).toBe('true');
});

test('Text that could not be sent stays in the field', async () => {
  const { failures, saver, title } = open();
  failures.push(new ResponseError(401, null));
  type(title, 'Mine');
  fireEvent.blur(title);
  await pass(0);
  expect(title.value).toBe('Mine');
  expect(saver.store.state.state.phase).toBe('signed-out');
});
