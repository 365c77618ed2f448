import { z } from 'zod';
import { type ApiRequest, type ApiResponse, mustSucceed, type SendRequest } from '../environment/client.ts';
import { until } from '../environment/progress.ts';
import type { Attack, AttackContext } from './attack.ts';

const described = z.object({ paths: z.record(z.string(), z.record(z.string(), z.unknown())) });
const patience = 30_000;

/** A stop of a private story at a custom place. */
interface Secret {
  word: string;
  coordinates: { latitude: number; longitude: number };
  itineraryId: string;
  stopId: string;
  placeId: string;
}

/** Custom places of private stories are readable through no route and no page. The moderator writes; a visitor and a traveller read. */
export const placesAttack: Attack = {
  name: 'places',
  async run(scene) {
    const { tally, environment } = scene;
    const { secret, position } = await typeSecret(scene, 1);
    // Reads wait for this position, so that every read model includes the writes.
    await patient(environment.as('moderator'), { method: 'GET', path: `/api/places/${secret.placeId}`, headers: { 'x-after': String(position) } });
    const asked = await questions(scene, secret);
    for (const [who, name] of [
      ['a visitor', null],
      ['another traveller', 'traveller'],
    ] as const) {
      const found = await leaks(environment.as(name), asked, secret);
      const told = found.map((one) => `\n     ${one}`).join('');
      tally.record(found.length === 0, `${who} learns nothing of a private place in ${asked.length} ways${told}`);
    }
    const traveller = environment.as('traveller');
    const { body } = await mustSucceed(traveller, { method: 'POST', path: '/api/itineraries', body: { title: 'Mine' } });
    const add = async (placeId: string): Promise<string> => {
      const { status, text } = await traveller({ method: 'POST', path: `/api/itineraries/${String(body.id)}/stops`, body: { placeId } });
      return `${status} ${text.replace(/"traceId":"\w+"/, '')}`;
    };
    const [known, unknown] = [await add(secret.placeId), await add('0190a000-0000-7000-8000-000000000001')];
    tally.record(known === unknown && known.startsWith('404'), 'a stop at a private place of somebody else is refused as at an unknown one');
    await comesAndGoes(scene);
  },
};

/** Repeats a read that answers 503, because its read model is behind. */
async function patient(ask: SendRequest, asked: ApiRequest): Promise<ApiResponse> {
  const answers: ApiResponse[] = [];
  await until(async () => answers.push(await ask(asked)) > 0 && answers.at(-1)?.status !== 503, patience);
  return answers.at(-1) ?? ask(asked);
}

async function typeSecret({ environment }: AttackContext, number: number): Promise<{ secret: Secret; position: number }> {
  const ask = environment.as('moderator');
  const word = `Quellfinster${number}`;
  const coordinates = { latitude: 47.135_791 + number, longitude: 11.975_313 };
  const made = await mustSucceed(ask, { method: 'POST', path: '/api/itineraries', body: { title: 'A walk', visibility: 'PRIVATE' } });
  const itineraryId = String(made.body.id);
  const place = { placeName: word, placeFullName: `${word}, ${word}tal`, mapboxId: `mb.${word}`, poiCategories: [word] };
  const stop = { title: 'Where we met', coordinates, ...place, address: { addressLine1: `${word} 7`, city: `${word}tal` } };
  const { body, position } = await mustSucceed(ask, { method: 'POST', path: `/api/itineraries/${itineraryId}/stops`, body: stop });
  return { secret: { word, coordinates, itineraryId, stopId: String(body.id), placeId: String(body.placeId) }, position };
}

/** Paths of every GET in the OpenAPI document and of every page, each with every query that may find the place. */
async function questions({ environment }: AttackContext, { word, coordinates, itineraryId, stopId, placeId }: Secret): Promise<string[]> {
  const { latitude, longitude } = coordinates;
  const { paths } = described.parse((await environment.as(null)({ method: 'GET', path: '/api/docs/json' })).json);
  const ids = [itineraryId, stopId, placeId];
  const gets = Object.entries(paths).flatMap(([path, methods]) => (methods.get ? [path] : []));
  const pages = ['/', '/sitemap.xml', ...ids.map((id) => `/itineraries/${id}`), `/itineraries/${itineraryId}/stops/${stopId}`];
  const whole = [...gets, ...pages].flatMap((path) => (path.includes('{') ? ids.map((id) => path.replaceAll(/\{\w+\}/g, id)) : [path]));
  const box = `southWestLng=${longitude - 1}&southWestLat=${latitude - 1}&northEastLng=${longitude + 1}&northEastLat=${latitude + 1}`;
  const named = [{ name: word }, { name: { contains: word.slice(2) } }, { mapboxId: `mb.${word}` }, { poiCategories: { has: word } }];
  const filters = [{ id: placeId }, { placeId }, ...named];
  const queries = [
    ...['', `q=${word}`, `q=${word}&limit=1`, `q=${word.slice(0, 5)}`, box, `lat=${latitude}&lng=${longitude}`, `ids=${placeId}`],
    ...['sort=createdAt+DESC&limit=1', 'sort=updatedAt+DESC&limit=1'],
    ...filters.map((filter) => `filter=${encodeURIComponent(JSON.stringify(filter))}`),
  ];
  return whole.flatMap((path) => queries.map((query) => `${path}?${query}`));
}

/** Paths whose successful response contains the name, the coordinates or the id of the place, and paths whose response is a 5xx or missing. */
async function leaks(ask: SendRequest, asked: readonly string[], { word, coordinates, placeId }: Secret): Promise<string[]> {
  const signs = [word.toLowerCase(), placeId, String(coordinates.latitude), String(coordinates.longitude)];
  const found: string[] = [];
  for (const path of asked) {
    const { status, text } = await ask({ method: 'GET', path, headers: { 'cache-control': 'no-cache' } });
    // Pages and search results repeat the query, which is no leak.
    const said = text
      .replaceAll(/"query":"[^"]*"/g, '')
      .replaceAll(path.slice(0, path.indexOf('?')), '')
      .toLowerCase();
    if (status === 0 || status >= 500 || (status < 300 && signs.some((sign) => said.includes(sign)))) found.push(`${status} ${path}`);
  }
  return found;
}

/** A public place is found by name, in the list and by id. It is not found without its stop, or while its story is not visible. */
async function comesAndGoes({ environment, tally }: AttackContext): Promise<void> {
  const [moderator, anyone] = [environment.as('moderator'), environment.as(null)];
  const outs: Readonly<Record<string, (secret: Secret) => [method: string, path: string, body?: object]>> = {
    'taken back': ({ itineraryId }) => ['PATCH', itineraryId, { visibility: 'PRIVATE' }],
    hidden: ({ itineraryId }) => ['PATCH', itineraryId, { hidden: true }],
    'without the stop': ({ itineraryId, stopId }) => ['DELETE', `${itineraryId}/stops/${stopId}`],
    deleted: ({ itineraryId }) => ['DELETE', itineraryId],
  };
  const write = async (method: string, path: string, body?: object): Promise<string> =>
    String((await moderator({ method, path: `/api/itineraries/${path}`, ...(body && { body }) })).position);
  const isFound = ({ word, placeId }: Secret, after: string): Promise<boolean[]> => {
    const filter = encodeURIComponent(JSON.stringify({ name: word }));
    const ways = [`places/search?q=${word}`, `places?filter=${filter}`, `places?ids=${placeId}`, `places/${placeId}`];
    const ask = async (way: string) => (await patient(anyone, { method: 'GET', path: `/api/${way}`, headers: { 'x-after': after } })).text;
    return Promise.all(ways.map(async (way) => (await ask(way)).includes(`"${word}"`)));
  };
  let number = 10;
  for (const [how, out] of Object.entries(outs)) {
    const { secret } = await typeSecret({ environment, tally, short: true }, ++number);
    const shown = await isFound(secret, await write('PATCH', secret.itineraryId, { visibility: 'PUBLIC' }));
    const hidden = await isFound(secret, await write(...out(secret)));
    const told = `found while its story is public, and not when that is ${how} (${shown}, then ${hidden})`;
    tally.record(shown.every(Boolean) && !hidden.some(Boolean), told);
  }
}
