import { itineraryRoutes } from '@waystory/proto/itineraries/itinerary.ts';
import { placeRoutes } from '@waystory/proto/itineraries/place.ts';
import { stopRoutes } from '@waystory/proto/itineraries/stop.ts';
import { createClient } from '@waystory/proto/kit/client.ts';
import { patientFetch } from '@waystory/proto/kit/patient-fetch.ts';
import { z } from 'zod';
import type { Attack, Stage } from './stage.ts';

const routes = { ...itineraryRoutes, ...placeRoutes, ...stopRoutes };
const described = z.object({ paths: z.record(z.string(), z.record(z.string(), z.unknown())) });
/** How long answers wait for what was just written, milliseconds. */
const patience = 30_000;

/** A stop at a place that its writer typed. */
interface Secret {
  word: string;
  coordinates: { latitude: number; longitude: number };
  itineraryId: string;
  stopId: string;
  placeId: string;
}

/** The moderator writes, as a traveller would; the traveller and a visitor without an account look. */
const apiOf = ({ origin, tokens }: Stage) =>
  createClient(routes, { baseUrl: `${origin}/api`, token: async () => tokens.moderator, fetch: patientFetch(fetch, patience) });
type Api = ReturnType<typeof apiOf>;

async function typeSecret(api: Api, number: number): Promise<Secret> {
  const word = `Quellfinster${number}`;
  const coordinates = { latitude: 47.135_791 + number, longitude: 11.975_313 };
  const { id: itineraryId } = await api.createItinerary({ body: { title: 'A walk', visibility: 'PRIVATE' } });
  const { id: stopId, placeId } = await api.addStop({
    params: { itineraryId },
    body: {
      ...{ title: 'Where we met', coordinates, placeName: word, placeFullName: `${word}, ${word}tal`, mapboxId: `mb.${word}`, poiCategories: [word] },
      address: { addressLine1: `${word} 7`, city: `${word}tal` },
    },
  });
  return { word, coordinates, itineraryId, stopId, placeId };
}

/** Every way that the product describes of asking for something, and its pages. */
async function questions({ origin }: Stage, { word, coordinates: { latitude, longitude }, itineraryId, stopId, placeId }: Secret): Promise<string[]> {
  const { paths } = described.parse(await (await fetch(`${origin}/api/docs/json`)).json());
  const ids = [itineraryId, stopId, placeId];
  const gets = Object.entries(paths).flatMap(([path, methods]) => (methods.get ? [path] : []));
  const pages = ['/', '/sitemap.xml', ...ids.map((id) => `/itineraries/${id}`), `/itineraries/${itineraryId}/stops/${stopId}`];
  const whole = [...gets, ...pages].flatMap((path) => (path.includes('{') ? ids.map((id) => path.replaceAll(/\{\w+\}/g, id)) : [path]));
  const box = `southWestLng=${longitude - 1}&southWestLat=${latitude - 1}&northEastLng=${longitude + 1}&northEastLat=${latitude + 1}`;
  const filters = [
    { id: placeId },
    { placeId },
    { name: word },
    { name: { contains: word.slice(2) } },
    { mapboxId: `mb.${word}` },
    { poiCategories: { has: word } },
  ];
  const queries = [
    ...['', `q=${word}`, `q=${word}&limit=1`, `q=${word.slice(0, 5)}`, box, `lat=${latitude}&lng=${longitude}`, `ids=${placeId}`],
    ...['sort=createdAt+DESC&limit=1', 'sort=updatedAt+DESC&limit=1'],
    ...filters.map((filter) => `filter=${encodeURIComponent(JSON.stringify(filter))}`),
  ];
  return whole.flatMap((path) => queries.map((query) => `${path}?${query}`));
}

/** Where somebody reads the name, the spot or the id of the place. */
async function leaks(stage: Stage, token: string | null, asked: readonly string[], { word, coordinates, placeId }: Secret): Promise<string[]> {
  const signs = [word.toLowerCase(), placeId, String(coordinates.latitude), String(coordinates.longitude)];
  const found: string[] = [];
  for (const path of asked) {
    const answer = await fetch(`${stage.origin}${path}`, {
      headers: { 'cache-control': 'no-cache', ...(token && { authorization: `Bearer ${token}` }) },
    });
    // A page and a search may say what was asked for.
    const text = (await answer.text())
      .replaceAll(/"query":"[^"]*"/g, '')
      .replaceAll(path.slice(0, path.indexOf('?')), '')
      .toLowerCase();
    if (answer.status >= 500 || (answer.ok && signs.some((sign) => text.includes(sign)))) found.push(`${answer.status} ${path}`);
  }
  return found;
}

/** Whether a place is found by its name, in the list and by its id, once the product shows what was last written. */
async function isFound({ origin }: Stage, { word, placeId }: Secret, after: string): Promise<boolean[]> {
  const filter = encodeURIComponent(JSON.stringify({ name: word }));
  const ways = [`/places/search?q=${word}`, `/places?filter=${filter}`, `/places?ids=${placeId}`, `/places/${placeId}`];
  const ask = patientFetch(fetch, patience);
  return Promise.all(
    ways.map(async (way) => (await (await ask(`${origin}/api${way}`, { headers: { 'x-after': after } })).text()).includes(`"${word}"`)),
  );
}

async function send({ origin, tokens }: Stage, method: string, path: string, body?: object): Promise<Response> {
  const headers = { authorization: `Bearer ${tokens.moderator}`, ...(body && { 'content-type': 'application/json' }) };
  return fetch(`${origin}/api${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) });
}

/** Publishes a story and takes it out of sight again in each way that there is. */
async function comesAndGoes(stage: Stage, api: Api): Promise<void> {
  const outs: Readonly<Record<string, (secret: Secret) => Promise<Response>>> = {
    'taken back': ({ itineraryId }) => send(stage, 'PATCH', `/itineraries/${itineraryId}`, { visibility: 'PRIVATE' }),
    hidden: ({ itineraryId }) => send(stage, 'PATCH', `/itineraries/${itineraryId}`, { hidden: true }),
    'without the stop': ({ itineraryId, stopId }) => send(stage, 'DELETE', `/itineraries/${itineraryId}/stops/${stopId}`),
    deleted: ({ itineraryId }) => send(stage, 'DELETE', `/itineraries/${itineraryId}`),
  };
  let number = 10;
  for (const [how, out] of Object.entries(outs)) {
    const secret = await typeSecret(api, ++number);
    const published = await send(stage, 'PATCH', `/itineraries/${secret.itineraryId}`, { visibility: 'PUBLIC' });
    const shown = await isFound(stage, secret, published.headers.get('x-position') ?? '0');
    const hidden = await isFound(stage, secret, (await out(secret)).headers.get('x-position') ?? '0');
    stage.tally.record(
      shown.every(Boolean) && !hidden.some(Boolean),
      `found while its story is public, and not when that is ${how} (${shown}, then ${hidden})`,
    );
  }
}

/** Places that people type for private stories are read by nobody else, through whatever door. */
export const placesAttack: Attack = {
  name: 'places',
  async run(stage) {
    const { tally, tokens, origin } = stage;
    const api = apiOf(stage);
    const secret = await typeSecret(api, 1);
    // From here on everything that was written is there to be found.
    await api.getPlace({ params: { id: secret.placeId } });
    const asked = await questions(stage, secret);
    for (const [who, token] of [
      ['a visitor', null],
      ['another traveller', tokens.traveller],
    ] as const) {
      const found = await leaks(stage, token, asked, secret);
      tally.record(
        found.length === 0,
        `${who} learns nothing of a private place in ${asked.length} ways${found.map((one) => `\n     ${one}`).join('')}`,
      );
    }
    const other = createClient(routes, { baseUrl: `${origin}/api`, token: async () => tokens.traveller });
    const { id } = await other.createItinerary({ body: { title: 'Mine' } });
    const add = async (placeId: string) => {
      const headers = { authorization: `Bearer ${tokens.traveller}`, 'content-type': 'application/json' };
      const answer = await fetch(`${origin}/api/itineraries/${id}/stops`, { method: 'POST', headers, body: JSON.stringify({ placeId }) });
      return `${answer.status} ${(await answer.text()).replace(/"traceId":"\w+"/, '')}`;
    };
    const [known, unknown] = [await add(secret.placeId), await add('0190a000-0000-7000-8000-000000000001')];
    tally.record(known === unknown && known.startsWith('404'), 'a stop at a private place of somebody else is refused as at an unknown one');
    await comesAndGoes(stage, api);
  },
};
