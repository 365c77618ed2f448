import { given } from '@waystory/infra/commands/given.ts';
import { type CollectionEvent, mostCollections, mostEntries } from '@waystory/proto/social/collection.ts';
import type { Target } from '@waystory/proto/social/target.ts';
import { describe, expect, test } from 'vitest';
import { collectionStream } from './collection.ts';

const id = (letter: string, number = 1): string => `${letter}0000000-0000-8000-8000-${String(number).padStart(12, '0')}`;
const [accountId, stranger] = [id('a'), id('b')];
const story = id('c');
const audience = { accountId: stranger, visibility: 'PUBLIC', hidden: false } as const;
const itinerary: Target = { id: story, kind: 'itinerary', itineraryId: story, isAccepted: true, stopIds: [id('d')], ...audience };
const stop: Target = { id: id('d'), kind: 'stop', itineraryId: story, isAccepted: true, stopIds: [], ...audience };

const create = { type: 'CreateCollection', accountId, collection: { title: 'Someday' }, others: 0 } as const;
const created: CollectionEvent = { type: 'CollectionCreated', data: { accountId, title: 'Someday' } };
const add = (target: Target | null, note?: string) => ({ type: 'AddEntry', accountId, target, entry: note === undefined ? {} : { note } }) as const;
const added = ({ kind, id: targetId, itineraryId }: Pick<Target, 'kind' | 'id' | 'itineraryId'>, note?: string): CollectionEvent => ({
  type: 'CollectionEntryAdded',
  data: { accountId, kind, targetId, itineraryId, ...(note !== undefined && { note }) },
});
const full = Array.from({ length: mostEntries }, (_, number) => added({ kind: 'stop', id: id('e', number), itineraryId: story }));

describe('collection', () => {
  test('is created once, empty and with its title', () => {
    const { state } = given(collectionStream, [], id('9')).when(create).then([created]).when(create).then([]);
    expect(state).toMatchObject({ id: id('9'), accountId, title: 'Someday', note: null, entries: [], version: 1 });
  });

  test('is not created when the account has the maximum number of collections', () => {
    given(collectionStream, [])
      .when({ ...create, others: mostCollections })
      .rejects('collection/too-many', { most: mostCollections });
    given(collectionStream, [])
      .when({ ...create, others: mostCollections - 1 })
      .then([created]);
  });

  test('increases its version with a different text, not with an equal text or with entries', () => {
    const patch = { type: 'PatchCollection', accountId, changes: { title: 'Someday', note: 'With the children' } } as const;
    const { state } = given(collectionStream, [created, added(itinerary)])
      .when(patch)
      .then([{ type: 'CollectionRewritten', data: { accountId, changes: { note: 'With the children' } } }])
      .when(patch)
      .then([])
      .when(add(stop))
      .then([added(stop)]);
    expect(state).toMatchObject({ note: 'With the children', version: 3 });
  });

  test('contains each visible story and stop once, in the order of addition', () => {
    const { state } = given(collectionStream, [created])
      .when(add(itinerary, 'In spring'))
      .then([added(itinerary, 'In spring')])
      .when(add(itinerary, 'In autumn'))
      .then([])
      .when(add(stop))
      .then([added(stop)])
      .when(add(null))
      .rejects('collection/target-unknown');
    const both = [
      { kind: 'itinerary', targetId: itinerary.id, itineraryId: story, note: 'In spring', version: 2 },
      { kind: 'stop', targetId: stop.id, itineraryId: story, note: null, version: 3 },
    ];
    expect(state?.entries).toMatchObject(both);
  });

  test('rejects entries above its limit until an entry is removed', () => {
    const [first] = full;
    if (first?.type !== 'CollectionEntryAdded') return expect.fail('there is nothing on it');
    const { targetId } = first.data;
    given(collectionStream, [created, ...full])
      .when(add(itinerary))
      .rejects('collection/full', { most: mostEntries })
      .when({ type: 'RemoveEntry', accountId, targetId })
      .then([{ type: 'CollectionEntryRemoved', data: { accountId, targetId } }])
      .when(add(itinerary))
      .then([added(itinerary)]);
  });

  test('stores one note per entry, and rejects a note for a missing entry', () => {
    const patch = (note: string | null) => ({ type: 'PatchEntry', accountId, targetId: stop.id, changes: { note } }) as const;
    const { state } = given(collectionStream, [created, added(stop), added(itinerary, 'In spring')])
      .when(patch('Ask for the key'))
      .then([{ type: 'CollectionEntryRewritten', data: { accountId, targetId: stop.id, changes: { note: 'Ask for the key' } } }])
      .when(patch('Ask for the key'))
      .then([]);
    expect(state?.entries).toMatchObject([
      { targetId: stop.id, note: 'Ask for the key', version: 4 },
      { targetId: itinerary.id, note: 'In spring', version: 3 },
    ]);
    given(collectionStream, [created]).when(patch('Ask for the key')).rejects('collection/entry-unknown');
  });

  test('has no removed entry, and its target may be added again', () => {
    const remove = { type: 'RemoveEntry', accountId, targetId: stop.id } as const;
    given(collectionStream, [created, added(stop)])
      .when(remove)
      .then([{ type: 'CollectionEntryRemoved', data: { accountId, targetId: stop.id } }])
      .when(remove)
      .rejects('collection/entry-unknown')
      .when(add(stop))
      .then([added(stop)]);
  });

  test('rejects commands of another account, and any command after its deletion, as collection/unknown', () => {
    const commands = [
      { type: 'PatchCollection', changes: { title: 'Mine' } },
      { type: 'DeleteCollection' },
      { type: 'AddEntry', target: itinerary, entry: {} },
      { type: 'PatchEntry', targetId: stop.id, changes: { note: null } },
      { type: 'RemoveEntry', targetId: stop.id },
    ] as const;
    const gone: CollectionEvent = { type: 'CollectionDeleted', data: { accountId } };
    for (const command of commands) {
      given(collectionStream, [created, added(stop)])
        .when({ ...command, accountId: stranger })
        .rejects('collection/unknown');
      given(collectionStream, [created, added(stop), gone])
        .when({ ...command, accountId })
        .rejects('collection/unknown');
    }
  });

  test('is deleted by its owner and erased with the account', () => {
    const gone: CollectionEvent = { type: 'CollectionDeleted', data: { accountId } };
    given(collectionStream, [created]).when({ type: 'DeleteCollection', accountId }).then([gone]);
    given(collectionStream, [created]).when({ type: 'EraseCollection' }).then([gone]).when({ type: 'EraseCollection' }).then([]);
  });
});
