// @vitest-environment happy-dom
import { safeStorage } from '@waystory/client/environment.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import { createDraftStore, type Draft } from './draft-store.ts';

const draft: Draft = { edits: { title: 'New' }, base: { title: 'Old' }, version: 3, at: '2026-05-04T12:00:00.000Z' };

beforeEach(() => localStorage.clear());

describe('Drafts', () => {
  test('persist until removed', () => {
    createDraftStore(localStorage, 'mia').write('day.1', draft);
    const later = createDraftStore(localStorage, 'mia');
    expect(later.read('day.1')).toEqual(draft);
    expect(later.list()).toEqual(['day.1']);
    later.remove('day.1');
    expect(later.read('day.1')).toBeNull();
    expect(later.list()).toEqual([]);
  });

  test('belong to one person', () => {
    createDraftStore(localStorage, 'mia').write('day.1', draft);
    const other = createDraftStore(localStorage, 'noah');
    expect(other.read('day.1')).toBeNull();
    expect(other.list()).toEqual([]);
  });

  test.each(['{', '[]', '{"edits":1}', 'null'])('that are broken (%s) are ignored', (text) => {
    localStorage.setItem('waystory.draft.mia.day.1', text);
    expect(createDraftStore(localStorage, 'mia').read('day.1')).toBeNull();
  });

  test('last as long as the page when the browser cannot store them', () => {
    const full = { getItem: () => null, removeItem: () => {}, key: () => null, length: 0, setItem: () => expect.fail('QuotaExceededError') };
    const drafts = createDraftStore(
      safeStorage(() => full),
      'mia',
    );
    drafts.write('day.1', draft);
    expect(drafts.read('day.1')).toEqual(draft);
    expect(drafts.list()).toEqual(['day.1']);
  });
});
