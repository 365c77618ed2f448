import { given } from '@waystory/infra/commands/given.ts';
import type { Target } from '@waystory/proto/social/target.ts';
import { describe, test } from 'vitest';
import { saveStream } from './save.ts';

const accountId = 'a0000000-0000-8000-8000-000000000001';
const itineraryId = 'b0000000-0000-8000-8000-000000000001';
const stopId = 'c0000000-0000-8000-8000-000000000001';
const audience = { accountId: 'a0000000-0000-8000-8000-000000000002', visibility: 'PUBLIC', hidden: false } as const;
const itinerary: Target = { id: itineraryId, kind: 'itinerary', itineraryId, isAccepted: true, stopIds: [stopId], ...audience };
const stop: Target = { id: stopId, kind: 'stop', itineraryId, isAccepted: true, stopIds: [], ...audience };

describe('save', () => {
  test.each([
    [itinerary, 'ItinerarySaved', 'ItineraryUnsaved', { accountId, itineraryId }, { accountId, itineraryId }],
    [stop, 'StopSaved', 'StopUnsaved', { accountId, stopId, itineraryId }, { accountId, stopId }],
  ] as const)('of $kind is stored once, and again after its removal', (target, saved, unsaved, begins, ends) => {
    const save = { type: 'Save', accountId, target } as const;
    const begun = { type: saved, data: begins } as Parameters<typeof saveStream.decider.evolve>[1]; // each row pairs a type with its data
    const ended = { type: unsaved, data: ends } as Parameters<typeof saveStream.decider.evolve>[1]; // as above
    given(saveStream, [])
      .when(save)
      .then([begun])
      .when(save)
      .then([])
      .when({ type: 'Unsave' })
      .then([ended])
      .when({ type: 'Unsave' })
      .rejects('save/unknown')
      .when(save)
      .then([begun]);
  });

  test('is rejected without a target that the account sees', () => {
    given(saveStream, []).when({ type: 'Save', accountId, target: null }).rejects('save/target-unknown');
    given(saveStream, []).when({ type: 'Unsave' }).rejects('save/unknown');
  });
});
