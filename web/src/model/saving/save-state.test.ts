import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { conflictsIn, fieldsIn, nextSaveState, type SaveEvent, type SaveState, savedState } from './save-state.ts';

interface Note {
  title: string;
  text: string | null;
}
const server = (title: string, text: string | null = null, version = 1) => ({ fields: { title, text }, version });
const start = savedState<Note>(server('Old'));
const run = (events: SaveEvent<Note>[], state: SaveState<Note> = start) => events.reduce(nextSaveState, state);

describe('Saving', () => {
  test('goes through the phases waiting, saving and saved', () => {
    const waiting = run([{ type: 'edited', edits: { title: 'New' } }]);
    expect(waiting).toMatchObject({ phase: 'waiting', edits: { title: 'New' } });
    const saving = run([{ type: 'sent', fields: ['title'] }], waiting);
    expect(saving).toMatchObject({ phase: 'saving', sending: { title: 'New' } });
    expect(run([{ type: 'acknowledged', server: server('New', null, 2) }], saving)).toEqual(savedState(server('New', null, 2)));
  });

  test('keeps text typed during a request', () => {
    const state = run([
      { type: 'edited', edits: { title: 'A' } },
      { type: 'sent', fields: ['title'] },
      { type: 'edited', edits: { title: 'AB', text: 'more' } },
      { type: 'acknowledged', server: server('A', null, 2) },
    ]);
    expect(state).toMatchObject({ phase: 'waiting', edits: { title: 'AB', text: 'more' }, base: { version: 2 } });
  });

  test('sends the old text again when the writer returned to it during the request', () => {
    const state = run([
      { type: 'edited', edits: { title: 'A' } },
      { type: 'sent', fields: ['title'] },
      { type: 'edited', edits: { title: 'Old' } },
      { type: 'acknowledged', server: server('A', null, 2) },
    ]);
    expect(state).toMatchObject({ phase: 'waiting', edits: { title: 'Old' } });
  });

  test('has nothing to send when the saved text is retyped', () => {
    expect(
      run([
        { type: 'edited', edits: { title: 'N' } },
        { type: 'edited', edits: { title: 'Old' } },
      ]).phase,
    ).toBe('saved');
  });

  test('keeps all edits during an outage and counts the attempts', () => {
    const away: SaveEvent<Note>[] = [{ type: 'sent', fields: ['title'] }, { type: 'unreachable' }];
    const state = run([{ type: 'edited', edits: { title: 'New' } }, ...away, { type: 'edited', edits: { text: 'x' } }, ...away]);
    expect(state).toMatchObject({ phase: 'retrying', failures: 2, edits: { title: 'New', text: 'x' }, sending: null });
  });

  test('keeps all edits after the session has expired', () => {
    const state = run([{ type: 'edited', edits: { title: 'New' } }, { type: 'sent', fields: ['title'] }, { type: 'signed-out' }]);
    expect(state).toMatchObject({ phase: 'signed-out', edits: { title: 'New' } });
  });

  test('that is refused has its reason until the writer changes the text', () => {
    const refused = run([
      { type: 'edited', edits: { title: 'x' } },
      { type: 'refused', problem: 'request/invalid' },
    ]);
    expect(refused).toMatchObject({ phase: 'refused', problem: 'request/invalid', edits: { title: 'x' } });
    expect(run([{ type: 'edited', edits: { title: 'xy' } }], refused)).toMatchObject({ phase: 'waiting', problem: null });
  });
});

describe('Change by another person', () => {
  const typing = run([{ type: 'edited', edits: { title: 'Mine' } }]);
  const conflict = run(
    [
      { type: 'sent', fields: ['title'] },
      { type: 'stale', server: server('Theirs', 'Theirs', 5) },
    ],
    typing,
  );

  test('to another field is adopted, and the own edit is sent with the new version', () => {
    const state = run([{ type: 'stale', server: server('Old', 'Theirs', 5) }], typing);
    expect(state).toMatchObject({ phase: 'waiting', edits: { title: 'Mine' }, base: { version: 5 } });
    expect(fieldsIn(state)).toEqual({ title: 'Mine', text: 'Theirs' });
  });

  test('to the same field is a conflict that keeps the own edit', () => {
    expect(conflict).toMatchObject({ phase: 'conflict', edits: { title: 'Mine' } });
    expect(conflictsIn(conflict)).toEqual([{ field: 'title', mine: 'Mine', theirs: 'Theirs' }]);
  });

  test('is overwritten when the writer keeps the own edit', () => {
    const state = run([{ type: 'resolved', keep: ['title'] }], conflict);
    expect(state).toMatchObject({ phase: 'waiting', edits: { title: 'Mine' }, base: { version: 5 }, theirs: null });
  });

  test('is accepted when the writer keeps no own edit', () => {
    expect(run([{ type: 'resolved', keep: [] }], conflict)).toEqual(savedState(server('Theirs', 'Theirs', 5)));
  });

  test('seen by a read is shown at once in an unedited field', () => {
    expect(fieldsIn(run([{ type: 'received', server: server('Theirs', null, 3) }]))).toEqual({ title: 'Theirs', text: null });
  });

  test('seen by a read does not overwrite an edited field', () => {
    const state = run([{ type: 'received', server: server('Theirs', null, 3) }], typing);
    expect(fieldsIn(state).title).toBe('Mine');
    expect(state.base.version).toBe(1);
  });

  test('in an older read is ignored', () => {
    const ahead = savedState<Note>(server('Now', null, 7));
    expect(run([{ type: 'received', server: server('Before', null, 6) }], ahead)).toBe(ahead);
  });
});

test('Last typed text is shown after any events until the writer discards it', () => {
  const text = fc.constantFrom('a', 'b', 'c');
  const version = fc.integer({ min: 1, max: 9 });
  const happening: fc.Arbitrary<SaveEvent<Note>> = fc.oneof(
    fc.constant({ type: 'sent' as const, fields: ['title' as const] }),
    fc.constant({ type: 'unreachable' as const }),
    fc.constant({ type: 'signed-out' as const }),
    fc.constant({ type: 'refused' as const, problem: 'x/y' }),
    fc.tuple(text, version).map(([title, at]) => ({ type: 'received' as const, server: server(title, null, at) })),
    fc.tuple(text, version).map(([title, at]) => ({ type: 'stale' as const, server: server(title, null, at) })),
  );
  fc.assert(
    fc.property(fc.array(happening, { maxLength: 20 }), (events) => {
      const typed = run([{ type: 'edited', edits: { title: 'typed' } }]);
      expect(fieldsIn(run(events, typed)).title).toBe('typed');
    }),
  );
});
