import { accessMatrix } from '@waystory/proto/kit/access.ts';
import { foreignFields } from '@waystory/proto/testing/hostile-requests.fixture.ts';
import fc from 'fast-check';
import { z } from 'zod';
import { type Draw, drawArbitrary } from '../requests/draw.ts';
import { type DrilledRoute, drawnValue, everyRoute, fittingValue, kindOfField, objectOf, unknownIds } from '../requests/routes.ts';
import { bodyOfSuccess, type Caller, type Callers, type PropertyRun, recordProperty } from './properties.ts';

type Json = Record<string, unknown>;

/** Ids of records to write to, by kind as in paths: `itineraries`. */
type Things = Readonly<Record<string, string>>;

/** A write whose effect is compared with its body. */
interface Write {
  route: string;
  by: Caller;
  /** Names of the drawn body fields, separated by spaces. */
  fields: string;
  /** Body fields with a constant value. */
  fixed?: Json;
  /** Path parameters in addition to those of `Things`. */
  params?: Things;
  /** Path that reads the record; absent for a creation, whose response contains it. */
  readAt?: string;
  /** Fields that the product derives from others. */
  follows?: readonly string[];
}

async function makeThings({ traveller, neighbour, admin }: Callers): Promise<Things> {
  const make = async ({ send }: Caller, path: string, body: object) => bodyOfSuccess(await send('POST', path, body));
  const story = { title: 'A story', visibility: 'PUBLIC' };
  const itineraries = String((await make(traveller, '/itineraries', story)).id);
  const others = String((await make(neighbour, '/itineraries', story)).id);
  const stop = await make(traveller, `/itineraries/${itineraries}/stops`, { title: 'A stop', coordinates: { latitude: 1, longitude: 2 } });
  const idOf = async (by: Caller, path: string, body: object) => String((await make(by, path, body)).id);
  return {
    ...{ itineraries, others, stops: String(stop.id), places: String(stop.placeId), accounts: traveller.accountId ?? '' },
    days: await idOf(traveller, `/itineraries/${itineraries}/days`, {}),
    posts: await idOf(traveller, '/posts', { text: 'Hello', postableType: 'itinerary', postableId: others }),
    reactions: await idOf(traveller, '/reactions', { reactableType: 'itinerary', reactableId: itineraries, reactionType: 'like' }),
    follows: await idOf(traveller, '/follows', { followingId: neighbour.accountId }),
    countries: await idOf(admin, '/countries', { code: 'ES', name: 'Spain' }),
    reports: await idOf(neighbour, '/reports', { reportableType: 'itinerary', reportableId: itineraries, reason: 'spam' }),
  };
}

function writesOn({ traveller, moderator, admin }: Callers, things: Things): readonly Write[] {
  const story = 'shortDescription imageUrl highlights description title visibility';
  const stop = 'highlight description imageUrl startTime arrivalTime departureTime travelTimeMinutes durationMinutes title state';
  const place = 'name placeName maki imageUrl relevance';
  const at = `/itineraries/${things.itineraries}`;
  const of = (kind: string): Pick<Write, 'params' | 'readAt'> => ({ params: { id: things[kind] ?? '' }, readAt: `/${kind}/${things[kind]}` });
  const on = { postableType: 'itinerary', postableId: things.others };
  return [
    { route: 'createItinerary', by: traveller, fields: story },
    { route: 'patchItinerary', by: traveller, fields: story, ...of('itineraries') },
    { route: 'patchDay', by: traveller, fields: 'title description', ...of('days'), readAt: `${at}/days/${things.days}` },
    { route: 'patchStop', by: traveller, fields: stop, ...of('stops') },
    { route: 'createPost', by: traveller, fields: 'text imageUrl', fixed: on },
    { route: 'patchPost', by: traveller, fields: 'text imageUrl', ...of('posts') },
    { route: 'createReaction', by: traveller, fields: 'reactionType', fixed: { reactableType: 'itinerary', reactableId: things.others } },
    { route: 'patchReaction', by: traveller, fields: 'reactionType', ...of('reactions') },
    { route: 'patchFollow', by: traveller, fields: 'muted', ...of('follows') },
    { route: 'updateAccount', by: traveller, fields: 'aboutMe avatarUrl', ...of('accounts'), readAt: '/accounts/me' },
    { route: 'patchReport', by: moderator, fields: 'state note', ...of('reports'), follows: ['moderatorId'] },
    { route: 'patchCountry', by: admin, fields: 'name imageUrl', ...of('countries') },
    { route: 'createPlace', by: admin, fields: place, fixed: { coordinates: { latitude: 38.5, longitude: -9.25 } } },
    { route: 'patchPlace', by: admin, fields: place, ...of('places') },
  ];
}

function routeNamed(name: string): DrilledRoute {
  const found = everyRoute.find((one) => one.name === name);
  if (!found) throw new Error(`There is no route ${name}`);
  return found;
}

/** A path with ids of records, or with unknown ids. A bulk call becomes a dry run without matches. */
function pathOf({ route, bulk }: DrilledRoute, things: Things, params: Things = {}): string {
  const segments = route.path.split('/');
  const path = segments.map((segment, index) => {
    if (!segment.startsWith(':')) return segment;
    const name = segment.slice(1);
    return params[name] ?? things[kindOfField(name) ?? segments[index - 1] ?? ''] ?? unknownIds[0];
  });
  return `${path.join('/')}${bulk ? `?dryRun=true&filter=${encodeURIComponent(JSON.stringify({ id: unknownIds[0] }))}` : ''}`;
}

const sameValue = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** A body that the schema accepts unchanged, without normalizing a text. */
function bodyOf({ route: { body: schema } }: DrilledRoute, { fields, fixed = {} }: Write, things: Things, draw: Draw): Json {
  const shape = objectOf(schema)?.shape ?? {};
  for (let attempt = 0; attempt < 200; attempt++) {
    const named = fields.split(' ').filter((name) => shape[name] && (!(shape[name] instanceof z.ZodOptional) || draw.chance(0.5)));
    const body = {
      ...Object.fromEntries(named.map((name) => [name, drawnValue(shape[name] ?? z.never(), name, draw, (kind) => things[kind])])),
      ...fixed,
    };
    const parsed: unknown = schema && z.safeParse(schema, body).data;
    if (parsed !== undefined && Object.entries(body).every(([name, value]) => sameValue(Object(parsed)[name], value))) return body;
  }
  throw new Error(`No body for ${fields} was drawn`);
}

/** @throws Error when a write does not set the given fields, or changes another field */
async function setsThese(write: Write, things: Things, draw: Draw): Promise<void> {
  const { by, readAt, params, follows = [] } = write;
  const known = routeNamed(write.route);
  const body = bodyOf(known, write, things, draw);
  const before = readAt ? (await by.send('GET', readAt)).body : null;
  const answer = bodyOfSuccess(await by.send(known.route.method, pathOf(known, things, params), body));
  const after = readAt ? (await by.send('GET', readAt)).body : answer;
  const unset = Object.entries(body).filter(([field, value]) => Object.hasOwn(after, field) && !sameValue(after[field], value));
  if (unset.length > 0) throw new Error(`not as written: ${unset.map(([field]) => field).join()}`);
  if (!before) return;
  const allowed = new Set([...Object.keys(body), ...follows, 'version', 'updatedAt']);
  const changed = Object.keys({ ...before, ...after }).filter((field) => !allowed.has(field) && !sameValue(before[field], after[field]));
  if (changed.length > 0) throw new Error(`changed as well: ${changed.join()}`);
}

/** Serialises fields, including `__proto__`, which an object literal cannot have as its own field. */
const jsonOf = (fields: readonly (readonly [string, unknown])[]): string =>
  `{${fields.map(([field, value]) => `${JSON.stringify(field)}:${JSON.stringify(value)}`).join()}}`;

const anyValues: readonly unknown[] = [null, true, 0, 999_999, '', 'admin', [], {}, unknownIds[0], { a: [1, { b: null }] }, 'x'.repeat(40)];

/** @throws Error when foreign fields are not refused by name, or anything is written */
async function refuses(known: DrilledRoute, by: Caller, things: Things, head: () => Promise<number>, draw: Draw): Promise<void> {
  const { route } = known;
  const own = new Set(Object.keys(objectOf(route.body)?.shape ?? {}));
  const possible = [
    ...foreignFields.filter((field) => !own.has(field)),
    `x${draw.below(1_000_000)}`,
    `${String.fromCodePoint(33 + draw.below(90))}x`,
  ];
  const extra = [...new Set(Array.from({ length: 1 + draw.below(4) }, () => draw.pick(possible)))].map(
    (field) => [field, draw.pick(anyValues)] as const,
  );
  const body = fittingValue(route.body ?? z.object({}), draw, (kind) => things[kind]);
  const fields = [...Object.entries(Object(body)), ...extra];
  const before = await head();
  const answer = await by.send(route.method, pathOf(known, things), jsonOf(fields));
  if (answer.status !== 400) throw new Error(`answered ${answer.status}: ${answer.text.slice(0, 300)} to ${jsonOf(fields).slice(0, 300)}`);
  const told = z
    .array(z.object({ path: z.string() }))
    .catch([])
    .parse(answer.body.errors)
    .map(({ path }) => path);
  const missing = extra.filter(([field]) => !told.includes(`body.${field}`));
  // The parser refuses fields of prototypes before any schema does.
  const isPrototype = /"(__proto__|constructor)"\s*:/.test(jsonOf(fields));
  if (missing.length > 0 && !isPrototype) throw new Error(`not refused by name: ${missing.map(([field]) => field).join()} in ${told.join()}`);
  if ((await head()) !== before) throw new Error('something was written');
}

/** Records two properties: foreign fields are refused by name, and a write sets the named fields and nothing else. */
export async function checkWriteProperties(callers: Callers, head: () => Promise<number>, { runs, ...run }: PropertyRun): Promise<void> {
  const things = await makeThings(callers);
  const writes = writesOn(callers, things);
  const bodies = everyRoute.filter(({ route }) => route.method !== 'GET' && objectOf(route.body) !== null);
  const callerOf = ({ route: { access } }: DrilledRoute): Caller =>
    accessMatrix[access].user !== 'none' ? callers.traveller : accessMatrix[access].moderator === 'none' ? callers.admin : callers.moderator;
  const each = { ...run, runs: Math.ceil(runs / 2) };
  const told = (name: string) => (error: unknown) => Promise.reject(new Error(`${name}: ${error instanceof Error ? error.message : String(error)}`));
  const refused = fc.asyncProperty(drawArbitrary, async (draw) => {
    const known = draw.pick(bodies);
    await refuses(known, callerOf(known), things, head, draw).catch(told(known.name));
  });
  await recordProperty(refused, `writes with a field more are refused by its name, of ${bodies.length} kinds`, each);
  const set = fc.asyncProperty(drawArbitrary, async (draw) => {
    const write = draw.pick(writes);
    await setsThese(write, things, draw).catch(told(write.route));
  });
  await recordProperty(set, `writes change what they name, and nothing else, of ${writes.length} kinds`, each);
}
