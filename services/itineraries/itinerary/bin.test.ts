import { createCommandHandler } from '@waystory/infra/commands/command-handler.ts';
import { given } from '@waystory/infra/commands/given.ts';
import { workflowsOn } from '@waystory/infra/workflows/port.ts';
import { binDays } from '@waystory/proto/itineraries/bin.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Person, type TestProduct, testProduct } from '../../testing/product.ts';
import { itinerariesService } from '../service.ts';
import { dayAdded, itineraryCreated, owner, stranger } from '../story.fixture.ts';
import { binExpiryActivities } from './bin-expiry.activities.ts';
import { storyStream } from './story.stream.ts';

const bin = { type: 'BinItinerary', actor: owner } as const;
const unbin = { type: 'UnbinItinerary', actor: owner } as const;
const withdrawn = { type: 'ItineraryVisibilityChanged', data: { visibility: 'PRIVATE' } } as const;
const binned = { type: 'ItineraryBinned', data: { visibility: 'PUBLIC' } } as const;

describe('Rules of the bin', () => {
  test('A binned story is private, and is restored unchanged', () => {
    given(storyStream, [itineraryCreated('PUBLIC')])
      .when(bin)
      .then([withdrawn, binned])
      .when(bin)
      .then([])
      .when(unbin)
      .then([
        { type: 'ItineraryUnbinned', data: {} },
        { type: 'ItineraryVisibilityChanged', data: { visibility: 'PUBLIC' } },
      ])
      .when(unbin)
      .then([]);
    given(storyStream, [itineraryCreated('PRIVATE')])
      .when(bin)
      .then([{ type: 'ItineraryBinned', data: { visibility: 'PRIVATE' } }])
      .when(unbin)
      .then([{ type: 'ItineraryUnbinned', data: {} }]);
  });

  test('A binned story rejects changes with itinerary/in-bin, but may be deleted permanently', () => {
    const story = given(storyStream, [itineraryCreated('PUBLIC'), dayAdded(1), withdrawn, binned]);
    story.when({ type: 'PatchItinerary', changes: { title: 'Another' }, actor: owner }).rejects('itinerary/in-bin');
    story.when({ type: 'RemoveDay', dayId: 'd0000000-0000-8000-8000-000000000001', actor: owner }).rejects('itinerary/in-bin');
    story.when({ type: 'DeleteItinerary', actor: owner }).then([{ type: 'ItineraryDeleted', data: {} }]);
  });

  test('A stranger can neither bin nor restore a story, and gets itinerary/unknown while it is binned', () => {
    given(storyStream, [itineraryCreated('PUBLIC')])
      .when({ ...bin, actor: stranger })
      .rejects('itinerary/not-yours');
    given(storyStream, [itineraryCreated('PUBLIC'), withdrawn, binned])
      .when({ ...unbin, actor: stranger })
      .rejects('itinerary/unknown');
  });

  test('EmptyBin deletes a story only if it has been in the bin since the given time', () => {
    const story = given(storyStream, [itineraryCreated('PUBLIC'), withdrawn, binned]);
    const binnedAt = story.state.itinerary?.binnedAt ?? '';
    story.when({ type: 'EmptyBin', binnedAt: '2020-01-01T00:00:00.000Z' }).then([]);
    story.when({ type: 'EmptyBin', binnedAt }).then([{ type: 'ItineraryDeleted', data: {} }]);
    given(storyStream, [itineraryCreated('PUBLIC')])
      .when({ type: 'EmptyBin', binnedAt })
      .then([]);
  });
});

describe('Story in the bin', () => {
  let product: TestProduct;
  let ada: Person;
  let bob: Person;
  beforeAll(async () => {
    product = await testProduct([itinerariesService]);
    ada = product.person('ada');
    bob = product.person('bob');
  });
  afterAll(() => product.stop());

  const publicStory = async (): Promise<string> => (await ada.api.createItinerary({ body: { title: 'On the way', visibility: 'PUBLIC' } })).id;
  const seen = async (as: Person, id: string, after: string): Promise<number> =>
    (await product.send({ url: `/api/itineraries/${id}`, as, headers: { 'x-after': after } })).statusCode;

  test('is visible to its owner alone, with its bin date, and to everyone after its restoration', async () => {
    const id = await publicStory();
    const put = await product.send({ method: 'POST', url: `/api/itineraries/${id}/bin`, as: ada });
    expect(put.json()).toMatchObject({ visibility: 'PRIVATE', binnedVisibility: 'PUBLIC', binnedAt: expect.stringMatching(/^20/) });
    const after = String(put.headers['x-position']);
    expect([await seen(ada, id, after), await seen(bob, id, after)]).toEqual([200, 404]);
    const changed = await product.send({ method: 'PATCH', url: `/api/itineraries/${id}`, as: ada, payload: { title: 'Another' } });
    expect(changed.json()).toMatchObject({ status: 409, code: 'itinerary/in-bin' });
    const out = await product.send({ method: 'DELETE', url: `/api/itineraries/${id}/bin`, as: ada });
    expect(out.json()).toMatchObject({ visibility: 'PUBLIC', binnedAt: null, binnedVisibility: null });
    expect(await seen(bob, id, String(out.headers['x-position']))).toBe(200);
  });

  test('is deleted when its retention ends, without an actor', async () => {
    const id = await publicStory();
    const put = await product.send({ method: 'POST', url: `/api/itineraries/${id}/bin`, as: ada });
    const { version, binnedAt } = put.json();
    const run = (): Promise<unknown> => workflowsOn(product.engines.workflows).status(`bin:${id}:${version}`);
    await expect.poll(run, { timeout: 20_000 }).toBe('running');
    expect(binDays).toBe(30);
    const { emptyBin } = binExpiryActivities({ commands: createCommandHandler(product.engines.events) });
    await emptyBin({ itineraryId: id, version, binnedAt });
    await emptyBin({ itineraryId: id, version, binnedAt });
    const events = await product.engines.events.read(`itinerary-${id}`);
    expect(events.map(({ type }) => type)).toEqual(['ItineraryCreated', 'ItineraryVisibilityChanged', 'ItineraryBinned', 'ItineraryDeleted']);
    expect(events.at(-1)?.meta).toMatchObject({ actorId: null, cause: `bin:${version}` });
  });
});
