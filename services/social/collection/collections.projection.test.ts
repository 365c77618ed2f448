import { anyProjection } from '@waystory/infra/host/service.ts';
import { anonymousPrincipal, type Principal, systemPrincipal } from '@waystory/infra/identity/principal.ts';
import { matches } from '@waystory/infra/projection-store/memory-filter.ts';
import { onePartition, recordedEvents, type Step } from '@waystory/infra/read-models/projector/projector-fixture.ts';
import { createMemoryDocuments, expectSameInAnyOrder, foldBatches } from '@waystory/infra/read-models/projector/shuffle-fixture.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { entryIdOf } from './collection.events.ts';
import { collectionEntries, collections, collectionsProjection } from './collections.projection.ts';

const projection = anyProjection(collectionsProjection);
const step = (list: string, type: string, data: object = {}): Step => ({ stream: `collection-${list}`, type, data: { accountId: 'a', ...data } });
const created = (list: string): Step => step(list, 'CollectionCreated', { title: 'Someday' });
const added = (list: string, targetId: string): Step => step(list, 'CollectionEntryAdded', { kind: 'stop', targetId, itineraryId: 'i' });
const removed = (list: string, targetId: string): Step => step(list, 'CollectionEntryRemoved', { targetId });
const noted = (list: string, targetId: string, note: string): Step => step(list, 'CollectionEntryRewritten', { targetId, changes: { note } });
const gone = (list: string): Step => step(list, 'CollectionDeleted');
const after = (...steps: Step[]) => foldBatches([onePartition(recordedEvents(steps))], createMemoryDocuments(), projection);
const entryOf = (steps: Step[], list = 'l', targetId = 's'): unknown => after(...steps).get('collectionEntries', entryIdOf(list, targetId)).doc;

/** Random events of one collection with three targets. No target is added while it is in the collection. */
function moves(list: string, picks: readonly (readonly [string, 'put' | 'note'])[]): Step[] {
  const on = new Set<string>();
  return picks.map(([targetId, move]) => {
    if (!on.has(targetId)) {
      on.add(targetId);
      return added(list, targetId);
    }
    if (move === 'note') return noted(list, targetId, 'Ask for the key');
    on.delete(targetId);
    return removed(list, targetId);
  });
}
const life = (list: string): fc.Arbitrary<Step[]> =>
  fc
    .tuple(
      fc.array(fc.tuple(fc.constantFrom('s1', 's2', 's3'), fc.constantFrom('put', 'note')), { maxLength: 8 }),
      fc.array(
        fc.string({ maxLength: 3 }).map((title) => step(list, 'CollectionRewritten', { changes: { title } })),
        { maxLength: 2 },
      ),
      fc.boolean(),
    )
    .map(([picks, words, isGone]) => [created(list), ...moves(list, picks), ...words, ...(isGone ? [gone(list)] : [])]);

describe('collections projection', () => {
  test('yields the same documents for any interleaving of streams, with a tenth of the events redelivered', () => {
    expectSameInAnyOrder(projection, fc.tuple(...['l1', 'l2', 'l3', 'l4'].map(life)), 300);
  });

  test('follows entries that are added, annotated, removed and added again', () => {
    const steps = [created('l'), added('l', 's'), noted('l', 's', 'At dusk')];
    expect(entryOf(steps)).toMatchObject({
      collectionId: 'l',
      accountId: 'a',
      kind: 'stop',
      targetId: 's',
      itineraryId: 'i',
      note: 'At dusk',
      version: 3,
    });
    expect(entryOf([...steps, removed('l', 's')])).toBeNull();
    expect(entryOf([...steps, removed('l', 's'), added('l', 's')])).toMatchObject({ note: null, version: 5 });
  });

  test('deletes a collection with its own entries only', () => {
    const rest = after(created('l'), added('l', 's'), added('l', 't'), created('m'), added('m', 's'), gone('l'));
    expect(Object.keys(JSON.parse(rest.json())).toSorted()).toEqual([`collectionEntries/${entryIdOf('m', 's')}`, 'collections/m'].toSorted());
  });

  test('has collections and entries visible to their owner only', () => {
    const asked: [string, Principal][] = [
      ['a', { accountId: 'a', roles: [] }],
      ['another', { accountId: 'b', roles: [] }],
      ['moderator', { accountId: 'm', roles: ['moderator'] }],
      ['admin', { accountId: 'r', roles: ['admin'] }],
      ['anonymous', anonymousPrincipal],
    ];
    const doc = { accountId: 'a' };
    for (const { visibleTo } of [collections, collectionEntries]) {
      const seers = asked.filter(([, principal]) => {
        const condition = visibleTo(principal, 'linked');
        return !condition || matches(condition, doc);
      });
      expect(seers.map(([who]) => who)).toEqual(['a']);
      expect(visibleTo(systemPrincipal, 'listed')).toBeNull();
    }
  });
});
