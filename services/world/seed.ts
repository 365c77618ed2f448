import type { Log } from '@waystory/infra/log.ts';
import { countryNames } from '@waystory/infra/places/countries.ts';
import { type Covers, coversOf } from './covers.ts';
import { authorsOf, placesOf, type World } from './data.ts';
import { inLanes } from './lanes.ts';
import { placeRecord } from './place-record.ts';
import { type Ground, knownPlace, tellStory } from './tell-story.ts';
import { keyOf, openEditor, type WorldClient, type WorldClientFor } from './world-client.ts';

export interface Seeding {
  clientFor: WorldClientFor;
  log: Log;
}

const storiesPerLogLine = 50;

/**
 * Seeds the world through ordinary commands. Idempotent: after a crash it is called again.
 * @throws ResponseError, FetchError of the first failed request, when no other is pending.
 */
export async function seedWorld({ clientFor, log }: Seeding, world: World): Promise<void> {
  const editor = await openEditor(clientFor);
  const covers = coversOf(world);
  const countryIds = await addCountries(editor, covers);
  log.info({ countries: countryIds.size }, 'Countries are there');
  const authors = await openAccounts(clientFor, authorsOf(world));
  log.info({ authors: authors.size }, 'Authors are there');
  const places = placesOf(world);
  const recordOf = placeRecorder(editor, places, covers);

  let told = 0;
  const written = world.itineraries.flatMap((itinerary) => {
    const author = authors.get(itinerary.author);
    return author ? [{ author, itinerary }] : [];
  });
  await inLanes(written, async ({ author, itinerary }) => {
    await tellStory(author, itinerary, { places, recordOf, countryIds, covers });
    told += 1;
    if (told % storiesPerLogLine === 0) log.info({ told, of: world.itineraries.length }, 'Stories are being told');
  });
  log.info({ itineraries: told }, 'All stories are there');
  // Places that no story visits.
  await inLanes([...places.keys()], async (address) => {
    await recordOf(address);
  });
  log.info({ places: places.size }, 'Places of interest are there');
}

/** Ids of all countries by code. Existing countries are not changed. */
async function addCountries(editor: WorldClient, covers: Covers): Promise<Map<string, string>> {
  const { items } = await editor.listCountries({ query: { limit: 1_000 } });
  const ids = new Map(items.map(({ code, id }) => [code, id]));
  const missing = [...countryNames].filter(([code]) => !ids.has(code));
  await inLanes(missing, async ([code, name]) => {
    const { id } = await editor.createCountry({ idempotencyKey: keyOf('country', code), body: { code, name, imageUrl: covers.country(code) } });
    ids.set(code, id);
  });
  return ids;
}

/** A client per author, whose account has the author's user name. */
async function openAccounts(clientFor: WorldClientFor, userNames: readonly string[]): Promise<Map<string, WorldClient>> {
  const clients = new Map<string, WorldClient>();
  await inLanes(userNames, async (userName) => {
    const client = clientFor({ subjectId: `world|${userName}`, roles: [] });
    const { id } = await client.createAccount({ idempotencyKey: keyOf('account', userName) });
    await client.updateAccount({ params: { id }, body: { userName } });
    clients.set(userName, client);
  });
  return clients;
}

/** Creates each place at its first use, so that the first stories exist before the last places. */
function placeRecorder(editor: WorldClient, places: Ground['places'], covers: Covers): Ground['recordOf'] {
  const made = new Map<string, Promise<string>>();
  const make = async (address: string): Promise<string> => {
    const { city, place } = knownPlace(address, { places });
    const body = { ...placeRecord(city, place), imageUrl: covers.place(city, place) };
    const { id } = await editor.createPlace({ idempotencyKey: keyOf('place', address), body });
    return id;
  };
  return (address) => {
    const making = made.get(address) ?? make(address);
    made.set(address, making);
    return making;
  };
}
