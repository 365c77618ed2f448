import { given } from '@waystory/infra/commands/given.ts';
import { describe, expect, test } from 'vitest';
import { docIn } from '../itinerary/doc-table.ts';
import { storyStream } from '../itinerary/story.stream.ts';
import { dayAdded, fixtureId, itineraryCreated, owner, place, stopAdded, stranger } from '../story.fixture.ts';

const day = fixtureId('d', 1);
const stopId = fixtureId('e', 1);
const story = [itineraryCreated('PUBLIC'), dayAdded(1)];
const add = { type: 'AddStop' as const, stopId, stop: { title: 'Stop 1', dayIds: [day] }, place, origin: 'PERSON' as const, actor: owner };

describe('Stop', () => {
  test('of a person is accepted, and a stop of the assistant is suggested', () => {
    given(storyStream, story)
      .when(add)
      .then([stopAdded(1, [day])]);
    const suggested = stopAdded(1, [day], 0, 'SUGGESTED');
    given(storyStream, story)
      .when({ ...add, origin: 'ASSISTANT' })
      .then([{ ...suggested, data: { ...suggested.data, origin: 'ASSISTANT' } } as typeof suggested]);
  });

  test('takes the name of its place when it has no title, and the next index', () => {
    const { state } = given(storyStream, [...story, stopAdded(2, [], 7)])
      .when({ ...add, stop: { dayIds: [day] } })
      .then([{ ...stopAdded(1, [day], 8), data: { ...stopAdded(1, [day], 8).data, title: place.placeName } } as ReturnType<typeof stopAdded>]);
    expect(docIn(state.stops, stopId)).toMatchObject({ addressCity: 'Lisbon', addressCountry: 'Portugal', daysCount: 1 });
    expect(state.itinerary?.countryIds).toEqual([place.countryId]);
  });

  test('without a title has the place name cut to 120 characters, without half a surrogate pair', () => {
    const placeName = `${'x'.repeat(119)}🗺️ and more`;
    const [event] = storyStream.decider.decide({ ...add, stop: {}, place: { ...place, placeName } }, given(storyStream, story).state);
    expect(event?.data).toMatchObject({ title: 'x'.repeat(119), placeName });
  });

  test('cannot be on an unknown day', () => {
    const stop = { title: 'Stop 1', dayIds: [fixtureId('d', 2)] };
    given(storyStream, story)
      .when({ ...add, stop })
      .rejects('day/unknown', { dayIds: [fixtureId('d', 2)] });
  });

  test('goes from suggested to accepted and back, and is counted only while accepted', () => {
    const patch = (state: 'ACCEPTED' | 'SUGGESTED') => ({ type: 'PatchStop', stopId, changes: { state }, actor: owner }) as const;
    const suggested = given(storyStream, [...story, stopAdded(1, [day], 0, 'SUGGESTED')]);
    expect(suggested.state.itinerary?.stopsCount).toBe(0);
    const accepted = suggested.when(patch('ACCEPTED')).then([{ type: 'StopAccepted', data: { stopId } }]);
    expect(accepted.state.itinerary?.stopsCount).toBe(1);
    expect(docIn(accepted.state.days, day)?.stopsCount).toBe(1);
    const again = accepted
      .when(patch('ACCEPTED'))
      .then([])
      .when(patch('SUGGESTED'))
      .then([{ type: 'StopSuggested', data: { stopId } }]);
    expect(docIn(again.state.days, day)?.stopsCount).toBe(0);
  });

  test('is rewritten and moved by one patch', () => {
    given(storyStream, [...story, dayAdded(2), stopAdded(1, [day])])
      .when({ type: 'PatchStop', stopId, changes: { title: 'Tower', dayIds: [fixtureId('d', 2)], index: 3 }, actor: owner })
      .then([
        { type: 'StopRewritten', data: { stopId, changes: { title: 'Tower' } } },
        { type: 'StopMoved', data: { stopId, dayIds: [fixtureId('d', 2)], index: 3 } },
      ]);
  });

  test('may be unlocated until it gets a place', () => {
    const nowhere = { ...place, isLocated: false };
    const added = { ...stopAdded(1, [day]), data: { ...stopAdded(1, [day]).data, isLocated: false } } as ReturnType<typeof stopAdded>;
    const { state } = given(storyStream, story)
      .when({ ...add, place: nowhere })
      .then([added]);
    expect(docIn(state.stops, stopId)).toMatchObject({ isLocated: false, coordinates: place.coordinates });
    const patch = { type: 'PatchStop', stopId, changes: {}, actor: owner } as const;
    const located = given(storyStream, [...story, added])
      .when({ ...patch, place: nowhere })
      .then([])
      .when({ ...patch, place })
      .then([{ type: 'StopRelocated', data: { stopId, ...place, state: 'ACCEPTED' } }]);
    expect(docIn(located.state.stops, stopId)?.isLocated).toBe(true);
    located.when({ ...patch, place: nowhere }).then([{ type: 'StopRelocated', data: { stopId, ...nowhere, state: 'ACCEPTED' } }]);
  });

  test('leaves its day when it is removed', () => {
    const { state } = given(storyStream, [...story, stopAdded(1, [day]), stopAdded(2, [day])])
      .when({ type: 'RemoveStop', stopId, actor: owner })
      .then([{ type: 'StopRemoved', data: { stopId } }])
      .when({ type: 'RemoveStop', stopId, actor: owner })
      .rejects('stop/unknown');
    expect(docIn(state.days, day)).toMatchObject({ stopIds: [fixtureId('e', 2)], stopsCount: 1 });
    expect(state.itinerary).toMatchObject({ stopIds: [fixtureId('e', 2)], stopsCount: 1, legsCount: 0 });
  });

  test('cannot be removed by another account', () => {
    given(storyStream, [...story, stopAdded(1, [day])])
      .when({ type: 'RemoveStop', stopId, actor: stranger })
      .rejects('itinerary/not-yours');
  });
});

describe('Suggested stops', () => {
  const ids = [1, 2, 3].map((number) => fixtureId('e', number));
  const [first = '', second = '', third = ''] = ids;
  const suggested = [...story, stopAdded(1, [day], 0, 'SUGGESTED'), stopAdded(2, [day], 1, 'SUGGESTED'), stopAdded(3, [day], 2)];
  const decide = (decision: 'ACCEPTED' | 'DECLINED', ...stopIds: string[]) => ({ type: 'DecideStops', stopIds, decision, actor: owner }) as const;

  test('are accepted together, each once; unknown or decided stops are skipped', () => {
    given(storyStream, suggested)
      .when(decide('ACCEPTED', ...ids, first, fixtureId('e', 9)))
      .then([
        { type: 'StopAccepted', data: { stopId: first } },
        { type: 'StopAccepted', data: { stopId: second } },
      ])
      .when(decide('ACCEPTED', ...ids))
      .then([]);
  });

  test('are declined together; a stop accepted meanwhile stays', () => {
    const { state } = given(storyStream, suggested)
      .when(decide('DECLINED', first, second, third))
      .then([
        { type: 'StopRemoved', data: { stopId: first } },
        { type: 'StopRemoved', data: { stopId: second } },
      ]);
    expect(docIn(state.stops, third)?.state).toBe('ACCEPTED');
  });

  test('cannot be declined by another account', () => {
    given(storyStream, suggested)
      .when({ ...decide('DECLINED', first), actor: stranger })
      .rejects('itinerary/not-yours');
  });
});

describe('Relocation of a stop', () => {
  const other = { ...place, placeId: fixtureId('b', 2), placeName: 'Mosteiro dos Jerónimos', countryId: fixtureId('c', 2), countryCode: 'ES' };
  const relocate = { type: 'PatchStop', stopId, changes: {}, place: other, actor: owner } as const;

  test('takes all fields of the new place, and adds its country to the itinerary', () => {
    const { state } = given(storyStream, [...story, stopAdded(1, [day])])
      .when(relocate)
      .then([{ type: 'StopRelocated', data: { stopId, ...other, state: 'ACCEPTED' } }]);
    expect(docIn(state.stops, stopId)).toMatchObject({ placeId: other.placeId, placeName: other.placeName, dayIds: [day], countryCode: 'ES' });
    expect(state.itinerary?.countryIds).toEqual([place.countryId, other.countryId]);
  });

  test('to its present place changes nothing, and of an unknown stop is refused', () => {
    given(storyStream, [...story, stopAdded(1, [day])])
      .when({ ...relocate, place })
      .then([]);
    given(storyStream, story).when(relocate).rejects('stop/unknown', { stopId });
  });
});
