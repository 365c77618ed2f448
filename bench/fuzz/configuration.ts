import { type KnownThings, kinds } from './known-things.ts';

/** Share of existing ids among the ids in requests. */
const probability = 0.6;

/** Parameters that name things by address; the first match counts. */
const places: readonly (readonly [path: string, parameter: string, kind: keyof KnownThings])[] = [
  ['^/api/itineraries/\\{itineraryId\\}', 'path.itineraryId', 'itineraries'],
  ['^/api/saved-itineraries/', 'path.itineraryId', 'itineraries'],
  ['^/api/saved-stops/', 'path.stopId', 'stops'],
  ['^/api/collections/\\{id\\}/entries', 'path.id', 'collections'],
  ['^/api/collections/\\{id\\}/entries/', 'path.targetId', 'stops'],
  ['/days/\\{id\\}$', 'path.id', 'days'],
  ['/stops/\\{id\\}$', 'path.id', 'stops'],
  ['^/api/accounts/\\{accountId\\}', 'path.accountId', 'accounts'],
  ...kinds
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

/** Values of `sort`, some of which some lists refuse. */
const words = {
  orders: ['createdAt DESC', 'createdAt ASC,updatedAt DESC', 'title', '["createdAt","DESC"]'],
};

/** Methods whose requests may use existing ids. DELETE is excluded, because a deletion leaves nothing for later requests. */
const kept = ['GET', 'POST', 'PUT', 'PATCH'];

/** Words in place of an id: another method finds a malformed id there. */
const whereIdsMayBe =
  '^/api/(accounts/(me|search)|countries/in-view|itineraries/(by-bounds|search|preview-images|stops/search)|itineraries/[^/]+/stops/preview-images|places/(search|nearest))$';

const quoted = (value: unknown): string => JSON.stringify(value);

/** Settings of the fuzzer in TOML, whose strings and lists are those of JSON. */
export function configurationOf(known: KnownThings, token: string | null): string {
  const dictionaries = Object.entries({ ...known, ...words }).map(([name, values]) => `[dictionaries.${name}]\nvalues = ${quoted(values)}`);
  const byPath = Map.groupBy(places, ([path]) => path);
  const operations = [...byPath].map(([path, named]) => {
    const bound = named.map(([, parameter, kind]) => `${quoted(parameter)} = { dictionary = ${quoted(kind)}, probability = ${probability} }`);
    return `[[operations]]\ninclude-path-regex = ${quoted(path)}\ninclude-method = ${quoted(kept)}\nparameters = { ${bound.join(', ')} }`;
  });
  return [
    ...(token ? [`[headers]\nAuthorization = ${quoted(`Bearer ${token}`)}`] : []),
    // The HTTP server itself refuses an oversized request.
    '[checks.negative_data_rejection]\nexpected-statuses = ["400", "401", "403", "404", "405", "409", "413", "415", "422", "431"]',
    ...dictionaries,
    // A read would wait for a later position.
    `[parameters]\n"header.x-after" = "1"\n"query.sort" = { dictionary = "orders", probability = 0.5 }`,
    ...operations,
    `[[operations]]\ninclude-path-regex = ${quoted(whereIdsMayBe)}\nphases.coverage.unexpected-methods = ["TRACE", "QUERY"]`,
  ].join('\n\n');
}
