// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest';
import { stopFixture } from '../../../model/arrangement/plan-fixture.ts';
import { createDraftStore } from '../../../model/saving/draft-store.ts';
import { pinAt } from '../place-field/chosen-place.ts';
import { freshDraft, readStopDraft, stopEntity, writeStopDraft } from './stop-draft.ts';
import { blankValues, storedText, valuesOf } from './stop-values.ts';

beforeEach(() => localStorage.clear());
const drafts = () => createDraftStore(localStorage, 'mia');

test('a new stop is found again, half written as it is', () => {
  const entity = stopEntity('i', 'd', null);
  const draft = freshDraft({ ...blankValues(''), highlight: 'x'.repeat(300), place: pinAt({ latitude: 1, longitude: 2 }) }, null);
  writeStopDraft(drafts(), entity, draft);
  expect(readStopDraft(drafts(), entity, null)).toEqual(draft);
  expect(readStopDraft(drafts(), stopEntity('i', 'other', null), null)).toBeNull();
});

test('every draft names its itinerary in the same place', () => {
  expect([stopEntity('i', 'd', null), stopEntity('i', 'd', 's')].map((entity) => entity.split('.')[1])).toEqual(['i', 'i']);
});

test('a changed stop remembers what it was typed on, also when it was changed elsewhere since', () => {
  const stop = stopFixture('s', ['d'], 0, { title: 'Old', version: 3 });
  const draft = freshDraft({ ...valuesOf(stop, ''), title: 'Mine' }, storedText(stop));
  writeStopDraft(drafts(), stopEntity('i', 'd', 's'), draft);
  const theirs = storedText({ ...stop, title: 'Theirs', version: 7 });
  expect(readStopDraft(drafts(), stopEntity('i', 'd', 's'), theirs)).toMatchObject({
    values: { title: 'Mine' },
    base: { version: 3, fields: { title: 'Old' } },
  });
});

test('a draft of another shape counts as none', () => {
  drafts().write(stopEntity('i', 'd', null), { edits: { values: { title: 1 } }, base: {}, version: 0, at: '' });
  expect(readStopDraft(drafts(), stopEntity('i', 'd', null), null)).toBeNull();
});
