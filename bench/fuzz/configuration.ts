import { type ApiResponse, mustSucceed } from '../drills/environment/client.ts';
import type { Environment } from '../drills/environment/environment.ts';

export const recordKinds = [
  ...(['accounts', 'itineraries', 'days', 'stops', 'posts', 'reactions', 'follows'] as const),
  ...(['collections', 'countries', 'places', 'images', 'reports', 'cases', 'audit'] as const),
] as const;
type Kind = (typeof recordKinds)[number];
/** Ids of existing records by kind. */
export type KnownRecordIds = Readonly<Record<Kind, readonly string[]>>;

/** Fills an empty product with records of a traveller, an administrator and a moderator. */
export async function seedFuzzRecords({ as }: Pick<Environment, 'as'>): Promise<KnownRecordIds> {
  const asks = { traveller: as('traveller'), moderator: as('moderator'), admin: as('admin') };
  const known: Record<Kind, string[]> = {
    ...{ accounts: [], itineraries: [], days: [], stops: [], posts: [], reactions: [], follows: [] },
    ...{ collections: [], countries: [], places: [], images: [], reports: [], cases: [], audit: [] },
  };
  let after = 0;
  const send = async (who: keyof typeof asks, method: string, path: string, body?: object): Promise<ApiResponse> => {
    const answered = await mustSucceed(asks[who], { method, path: `/api/${path}`, headers: { 'x-after': String(after) }, ...(body && { body }) });
    after = Math.max(after, answered.position);
    return answered;
  };
  /** Creates a record and keeps its id. */
  const make = async (who: keyof typeof asks, kind: Kind, body: object, path: string = kind): Promise<ApiResponse['body']> => {
    const made = (await send(who, 'POST', path, body)).body;
    known[kind].push(String(made.id));
    return made;
  };
  const idsOf = (found: unknown): string[] => (Array.isArray(found) ? found.map((one) => String(Object(one).id)) : []);
  for (const who of ['traveller', 'moderator', 'admin'] as const) await make(who, 'accounts', {});
  const [travellerId, moderatorId] = known.accounts;
  await make('traveller', 'follows', { followingId: moderatorId });
  await make('moderator', 'follows', { followingId: travellerId });
  for (const code of ['XA', 'XB', 'XC', 'XD']) await make('admin', 'countries', { code, name: `Country ${code}` });
  for (const visibility of ['PUBLIC', 'PRIVATE', 'UNLISTED', 'PUBLIC']) {
    const itineraryId = String((await make('traveller', 'itineraries', { title: `A ${visibility} story`, visibility })).id);
    const at = `itineraries/${itineraryId}`;
    const stop = await make('traveller', 'stops', { title: 'Tower', coordinates: { latitude: 38.7, longitude: -9.1 } }, `${at}/stops`);
    known.places.push(String(stop.placeId));
    await make('traveller', 'days', { title: 'Morning' }, `${at}/days`);
    await make('traveller', 'posts', { text: 'See you there', postableType: 'itinerary', postableId: itineraryId });
    await make('traveller', 'reactions', { reactableType: 'itinerary', reactableId: itineraryId, reactionType: 'like' });
    await send('traveller', 'POST', 'saved-itineraries', { itineraryId });
    const { id } = await make('traveller', 'collections', { title: 'Someday' });
    for (const entry of [
      { kind: 'itinerary', targetId: itineraryId },
      { kind: 'stop', targetId: stop.id },
    ])
      await send('traveller', 'POST', `collections/${String(id)}/entries`, entry);
    await make('traveller', 'reports', { reportableType: 'itinerary', reportableId: itineraryId, reason: 'other' });
  }
  known.images.push(...idsOf((await send('traveller', 'POST', 'itineraries/preview-images', { word: 'sea', count: 3 })).json));
  await send('moderator', 'PATCH', `itineraries/${known.itineraries[3]}`, { hidden: true });
  known.cases.push(...idsOf((await send('moderator', 'GET', 'cases?limit=5')).body.items));
  known.audit.push(...idsOf((await send('admin', 'GET', 'audit?limit=5')).body.items));
  return known;
}

/** Share of existing ids among the ids in requests. */
const probability = 0.6;

/** Parameters that take ids of existing records, by path; the first match applies. */
const places: readonly (readonly [path: string, parameter: string, kind: keyof KnownRecordIds])[] = [
  ['^/api/itineraries/\\{itineraryId\\}', 'path.itineraryId', 'itineraries'],
  ['^/api/saved-itineraries/', 'path.itineraryId', 'itineraries'],
  ['^/api/saved-stops/', 'path.stopId', 'stops'],
  ['^/api/collections/\\{id\\}/entries', 'path.id', 'collections'],
  ['^/api/collections/\\{id\\}/entries/', 'path.targetId', 'stops'],
  ['/days/\\{id\\}$', 'path.id', 'days'],
  ['/stops/\\{id\\}$', 'path.id', 'stops'],
  ['^/api/accounts/\\{accountId\\}', 'path.accountId', 'accounts'],
  ...recordKinds
    .filter((kind) => kind !== 'days' && kind !== 'stops')
    .map((kind): [string, string, typeof kind] => [`^/api/${kind}/\\{id\\}$`, 'path.id', kind]),
  ['^/api/follows$', 'body.followingId', 'accounts'],
  ['^/api/posts$', 'body.postableId', 'itineraries'],
  ['^/api/reactions', 'body.reactableId', 'itineraries'],
  ['^/api/reports$', 'body.reportableId', 'itineraries'],
  ['^/api/saved-itineraries$', 'body.itineraryId', 'itineraries'],
  ['^/api/saved-stops$', 'body.stopId', 'stops'],
  ['/entries$', 'body.targetId', 'stops'],
];

/** Values of `sort`, each valid for some lists only. */
const words = {
  orders: ['createdAt DESC', 'createdAt ASC,updatedAt DESC', 'title', '["createdAt","DESC"]'],
};

/** Methods whose requests may use existing ids. DELETE is excluded, because a deletion leaves nothing for later requests. */
const kept = ['GET', 'POST', 'PUT', 'PATCH'];

/** Paths with a fixed word where another route has an id. An unexpected method gets 400 for the malformed id there, not 405. */
const whereIdsMayBe =
  '^/api/(accounts/(me|search)|countries/in-view|itineraries/(by-bounds|search|preview-images|stops/search)|itineraries/[^/]+/stops/preview-images|places/(search|nearest))$';

const quoted = (value: unknown): string => JSON.stringify(value);

/** Settings of the fuzzer in TOML, which has the string and list syntax of JSON. */
export function configurationOf(known: KnownRecordIds, token: string | null): string {
  const dictionaries = Object.entries({ ...known, ...words }).map(([name, values]) => `[dictionaries.${name}]\nvalues = ${quoted(values)}`);
  const byPath = Map.groupBy(places, ([path]) => path);
  const operations = [...byPath].map(([path, named]) => {
    const bound = named.map(([, parameter, kind]) => `${quoted(parameter)} = { dictionary = ${quoted(kind)}, probability = ${probability} }`);
    return `[[operations]]\ninclude-path-regex = ${quoted(path)}\ninclude-method = ${quoted(kept)}\nparameters = { ${bound.join(', ')} }`;
  });
  return [
    ...(token ? [`[headers]\nAuthorization = ${quoted(`Bearer ${token}`)}`] : []),
    // 431 is expected as well, because the HTTP server itself refuses oversized headers.
    '[checks.negative_data_rejection]\nexpected-statuses = ["400", "401", "403", "404", "405", "409", "413", "415", "422", "431"]',
    ...dictionaries,
    // `x-after` stays 1, because a read with a position beyond the head of the log would wait until its timeout.
    `[parameters]\n"header.x-after" = "1"\n"query.sort" = { dictionary = "orders", probability = 0.5 }`,
    ...operations,
    `[[operations]]\ninclude-path-regex = ${quoted(whereIdsMayBe)}\nphases.coverage.unexpected-methods = ["TRACE", "QUERY"]`,
  ].join('\n\n');
}
