import { type KnownThings, kinds } from './known-things.ts';

/** How often a known thing is named where one can be, instead of something made up. */
const probability = 0.6;

/** Parameters that name things, by the address they are part of; the first that fits counts. */
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

/** Orders that some lists understand; for others they are wrong. */
const words = {
  orders: ['createdAt DESC', 'createdAt ASC,updatedAt DESC', 'title', '["createdAt","DESC"]'],
};

/** Not deleted on purpose: what is gone helps no later request, and an account takes everything with it. */
const kept = ['GET', 'POST', 'PUT', 'PATCH'];

/** Words that stand where an id may: another method there is one of a thing whose id is malformed, and is answered so. */
const whereIdsMayBe =
  '^/api/(accounts/(me|search)|countries/in-view|itineraries/(by-bounds|search|preview-images|stops/search)|itineraries/[^/]+/stops/preview-images|places/(search|nearest))$';

const quoted = (value: unknown): string => JSON.stringify(value);

/** Settings of the fuzzer, in TOML. Strings and lists of JSON are strings and lists of TOML. */
export function configurationOf(known: KnownThings, token: string | null): string {
  const dictionaries = Object.entries({ ...known, ...words }).map(([name, values]) => `[dictionaries.${name}]\nvalues = ${quoted(values)}`);
  const byPath = Map.groupBy(places, ([path]) => path);
  const operations = [...byPath].map(([path, named]) => {
    const bound = named.map(([, parameter, kind]) => `${quoted(parameter)} = { dictionary = ${quoted(kind)}, probability = ${probability} }`);
    return `[[operations]]\ninclude-path-regex = ${quoted(path)}\ninclude-method = ${quoted(kept)}\nparameters = { ${bound.join(', ')} }`;
  });
  return [
    ...(token ? [`[headers]\nAuthorization = ${quoted(`Bearer ${token}`)}`] : []),
    // What is too long for HTTP itself is refused before anybody looks at what it says.
    '[checks.negative_data_rejection]\nexpected-statuses = ["400", "401", "403", "404", "405", "409", "413", "415", "422", "431"]',
    ...dictionaries,
    // A position that is not reached yet would be waited for.
    `[parameters]\n"header.x-after" = "1"\n"query.sort" = { dictionary = "orders", probability = 0.5 }`,
    ...operations,
    `[[operations]]\ninclude-path-regex = ${quoted(whereIdsMayBe)}\nphases.coverage.unexpected-methods = ["TRACE", "QUERY"]`,
  ].join('\n\n');
}
