import { safeStorage } from '@waystory/client/environment.ts';
import { expect, test } from 'vitest';
import { chatDrafts } from '../../features/assistant/use-draft.ts';

function shelf() {
  const kept = new Map<string, string>();
  return {
    kept,
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => void kept.set(key, text),
    removeItem: (key: string) => void kept.delete(key),
  };
}

test('Chat draft is stored per thread and user, and removed from the storage when empty', () => {
  const own = shelf();
  const [mia, leo] = ['mia', 'leo'].map((name) =>
    chatDrafts(
      () => own,
      () => name,
    ),
  );
  mia?.write('t', 'make day 2');
  mia?.write(null, 'Lisbon');
  expect([mia?.read('t'), mia?.read(null), mia?.read('u'), leo?.read('t')]).toEqual(['make day 2', 'Lisbon', '', '']);
  mia?.write('t', '');
  expect(mia?.read('t')).toBe('');
  expect(own.kept.size).toBe(1);
});

test('Chat draft that a full storage refuses is dropped without an error', () => {
  const full = safeStorage(() => ({
    key: () => null,
    length: 0,
    ...shelf(),
    setItem: () => {
      throw new Error('full');
    },
  }));
  expect(() =>
    chatDrafts(
      () => full,
      () => 'mia',
    ).write('t', 'a'),
  ).not.toThrow();
});
