import { beforeEach, describe, expect, test } from 'vitest';
import { type Intent, IntentStore } from './intent.ts';

const like: Intent = { kind: 'reaction', thing: { reactableType: 'itinerary', reactableId: 'a' }, opinion: 'like' };
const comment: Intent = { kind: 'comment', thing: { kind: 'stop', id: 'b' }, text: 'Is there a path\nto the "hut"?' };

let texts = new Map<string, string>();
let now = 0;
const storage = {
  getItem: (key: string) => texts.get(key) ?? null,
  setItem: (key: string, text: string) => void texts.set(key, text),
  removeItem: (key: string) => void texts.delete(key),
};
/** An intent store after a reload, with the same storage. */
const opened = (): IntentStore =>
  new IntentStore(
    () => storage,
    () => now,
  );

beforeEach(() => {
  texts = new Map();
  now = 1_000;
});

describe('Intent of a visitor', () => {
  test.each<Intent>([
    like,
    comment,
    { kind: 'comment', thing: { kind: 'itinerary', id: 'a' }, text: '', replyToId: 'f' },
    { kind: 'save', what: 'stop', id: 'c' },
    { kind: 'follow', accountId: 'd', name: '@mia' },
    { kind: 'report', reportableType: 'post', reportableId: 'e' },
    { kind: 'trip', title: 'Torre de Belém', placeId: 'g' },
    { kind: 'page', path: '/itineraries/create/manual' },
  ])('survives the redirect to the identity provider: $kind', (intent) => {
    opened().keep(intent);
    expect(opened().take()).toEqual(intent);
  });

  test('is returned once', () => {
    opened().keep(like);
    expect(opened().take()).toEqual(like);
    expect(opened().take()).toBeNull();
  });

  test('is replaced by a later intent', () => {
    opened().keep(like);
    opened().keep(comment);
    expect(opened().take()).toEqual(comment);
  });

  test('is forgotten at a sign-in without intent and on cancel', () => {
    opened().keep(like);
    opened().keep(undefined);
    expect(opened().take()).toBeNull();
    opened().keep(like);
    opened().forget();
    expect(opened().take()).toBeNull();
  });

  test.each([
    [30 * 60_000 - 1, like],
    [30 * 60_000, null],
  ])('after %d ms is %o', (later, expected) => {
    opened().keep(like);
    now += later;
    expect(opened().take()).toEqual(expected);
  });

  test.each([
    '',
    'no JSON',
    'null',
    '[]',
    '{}',
    '{"intent":{"kind":"reaction"}}',
    '{"intent":{"kind":"dance"},"until":9e15}',
    '{"intent":null,"until":9e15}',
  ])('is null when the storage holds %s', (text) => {
    opened().keep(like);
    for (const key of texts.keys()) texts.set(key, text);
    expect(opened().take()).toBeNull();
    expect(texts.size).toBe(0);
  });
});
