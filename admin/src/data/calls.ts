import type { Role } from '@waystory/client/identity/roles.ts';
import type { RouteOutline } from '@waystory/proto/kit/client.ts';
import { catalogue, outlines, type ResourceName } from '../catalogue/catalogue.ts';
import type { ResourceFacts, Verb } from '../catalogue/resource.ts';
import type { RequestContent, Send } from './recovery.ts';
import { Refusal, refusalOf } from './refusal.ts';

/** Dependencies of the data provider. */
export interface DataProviderPorts {
  send: Send;
  /** Role of the signed-in person. */
  role(): Role | null;
  /** Asks which of two conflicting versions to keep. */
  onConflict(conflict: EditConflict): Promise<ConflictChoice>;
}

type Row = Readonly<Record<string, unknown>> & { id: string };

/** Edit conflict: a record changed by another person during an edit. */
export interface EditConflict {
  resource: ResourceName;
  /** Current version on the server. */
  theirs: Row;
  /** Fields edited here with their values. */
  mine: Readonly<Record<string, unknown>>;
}
/** `mine` overwrites the server's version, `theirs` keeps it, and `back` leaves the conflict open. */
export type ConflictChoice = 'mine' | 'theirs' | 'back';

export function resourceFactsOf(resource: string): ResourceFacts {
  const facts: ResourceFacts | undefined = catalogue[resource as ResourceName]; // `undefined` for a name outside the catalogue
  if (!facts) throw new Refusal(`There is no resource ${resource}`, 0);
  return facts;
}

const routeOutlines: Readonly<Record<string, RouteOutline>> = outlines;

/** Names of the path parameters of a route except `id`, such as `itineraryId` of a day. */
export function parentParamsOf(resource: string, verb: Verb): readonly string[] {
  const way = resourceFactsOf(resource).ways[verb];
  const path = (way && routeOutlines[way.route]?.path) ?? '';
  return Array.from(path.matchAll(/:(\w+)/g), ([, name = '']) => name).filter((name) => name !== 'id');
}

/** Largest number of ids per request, because the length of a URL is limited. */
export const idsPerRequest = 100;

export const chunked = <T>(all: readonly T[], size = idsPerRequest): T[][] =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, index) => all.slice(index * size, (index + 1) * size));

/** Path parameters of a route: `id`, and the ids of the parents from the fields of `from`. */
export const paramsOf = (
  resource: string,
  verb: Verb,
  id: string | number | null,
  from: Readonly<Record<string, unknown>> = {},
): NonNullable<RequestContent['params']> => ({
  ...Object.fromEntries(parentParamsOf(resource, verb).map((name) => [name, from[name]])),
  ...(id !== null && { id }),
});

export type Call = <T>(resource: string, verb: Verb, sent: RequestContent) => Promise<T>;

/**
 * API calls by resource and verb.
 * @throws Refusal
 */
export const createApiCalls =
  ({ send }: DataProviderPorts): Call =>
  async <T>(resource: string, verb: Verb, sent: RequestContent): Promise<T> => {
    const way = resourceFactsOf(resource).ways[verb];
    if (!way) throw new Refusal(`Nobody can do this with ${resource}.`, 405);
    return send(way.route, sent).catch((error: unknown) => {
      throw refusalOf(error);
    }) as Promise<T>; // as: reply of the route in the catalogue
  };
