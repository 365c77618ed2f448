import { z } from 'zod';
import type { Access } from './access.ts';
import type { ErrorCatalogue } from './error.ts';
import { id } from './field.ts';
import type { Filter, Filterable } from './filter.ts';
import { filterSchema, parseFilter } from './filter-grammar.ts';
import type { ListSpec } from './list.ts';

/** Maximum number of matches that a bulk call handles within its request; more become a job (decision 0013). */
export const mostMatchesInRequest = 200;
/** Number of matches in the answer of a dry run. */
export const sampleSize = 10;

/** Filter of a bulk call, as text and parsed. */
export interface BulkFilter {
  /** Filter as received, JSON. */
  text: string;
  condition: Filter;
}

type Refuse = (message: string, path: PropertyKey[]) => void;

/** Parses the filter of a bulk call; null when it is refused. Unlike the filter of a list, it must have a condition. */
export function parseBulkFilter(text: string, list: Filterable, refuse: Refuse): BulkFilter | null {
  let refused = false;
  const condition = parseFilter(text, list, (message, path) => {
    refused = true;
    refuse(message, path);
  });
  if (condition) return refused ? null : { text, condition };
  if (!refused) refuse('Name at least one condition: a bulk call without one would be about everything', []);
  return null;
}

const bulkFilter = (list: ListSpec) =>
  z
    .string('Required: JSON that says what the call is about')
    .meta({ ...filterSchema(list.entity, list), minProperties: 1 })
    .transform((text, context): BulkFilter => {
      const refuse: Refuse = (message, path) => context.addIssue({ code: 'custom', message, path });
      return parseBulkFilter(text, list, refuse) ?? z.NEVER;
    })
    .describe('JSON as in lists, with at least one condition');

const dryRun = z
  .enum(['true', 'false'])
  .default('false')
  .transform((value) => value === 'true')
  .describe('true: say what would be touched, and touch nothing');

const bulkQuery = (list: ListSpec) => z.strictObject({ filter: bulkFilter(list), dryRun });

/** An item that was not changed, with the code of its refusal. */
export const bulkFailure = z.object({ id: z.string(), code: z.string() });
export type BulkFailure = z.output<typeof bulkFailure>;

/** Answer of a dry run. */
export const bulkPreview = z.object({ matched: z.int(), sample: z.array(z.object({ id, label: z.string().nullable() })) });
/** Answer of a finished call. Matches that were neither changed nor failed had the requested values already. */
export const bulkResult = z.object({ matched: z.int(), changed: z.int(), failed: z.array(bulkFailure) });
/** Answer of a call that became a job; progress is at `GET /jobs/{jobId}`. */
export const bulkJobReply = z.object({ jobId: id });
const bulkReply = z.union([bulkPreview, bulkResult, bulkJobReply]);
export type BulkReply = z.output<typeof bulkReply>;

export const bulkErrors = {
  'bulk/matches-everything':
    'Everything there is fits this filter. Name what you mean by a value that it has: its id, its owner, words of its title.',
} as const satisfies ErrorCatalogue;

/** A collection with bulk calls. */
export interface BulkSpec<N extends string, C extends z.ZodObject, P extends z.ZodObject | undefined> {
  /** Plural in route names: `Itineraries` yields patchItineraries and deleteItineraries. */
  things: N;
  path: `/${string}`;
  access: Access;
  params?: P;
  list: ListSpec;
  /** Fields that a PATCH may set. */
  changes: C;
}

export interface BulkRoute<M> {
  method: M;
  path: `/${string}`;
  summary: string;
  access: Access;
  query: ReturnType<typeof bulkQuery>;
  reply: typeof bulkReply;
  statuses: readonly [200, 202];
  errors: readonly string[];
}
export type WithParams<P> = P extends z.ZodObject ? { params: P } : unknown;
export type BulkPatchRoute<C extends z.ZodObject = z.ZodObject> = BulkRoute<'PATCH'> & { body: C };
export type BulkDeleteRoute = BulkRoute<'DELETE'>;
export type BulkRoutes<N extends string, C extends z.ZodObject, P> = { [K in `patch${N}`]: BulkPatchRoute<C> & WithParams<P> } & {
  [K in `delete${N}`]: BulkDeleteRoute & WithParams<P>;
};

/** The two bulk routes of a collection. */
export function bulkRoutes<const N extends string, C extends z.ZodObject, P extends z.ZodObject | undefined = undefined>(
  spec: BulkSpec<N, C, P>,
): BulkRoutes<N, C, P> {
  const { things, path, access, params, list, changes } = spec;
  const words = things.toLowerCase();
  const both = {
    path,
    access,
    ...(params && { params }),
    query: bulkQuery(list),
    reply: bulkReply,
    statuses: [200, 202],
    errors: Object.keys(bulkErrors),
  };
  const routes = {
    [`patch${things}`]: {
      ...both,
      method: 'PATCH',
      summary: `Change all ${words} that match a filter`,
      body: changes.refine((body) => Object.values(body).some((value) => value !== undefined), 'Name a change').meta({ minProperties: 1 }),
    },
    [`delete${things}`]: { ...both, method: 'DELETE', summary: `Delete all ${words} that match a filter` },
  };
  return routes as unknown as BulkRoutes<N, C, P>; // as: the names were computed, which TypeScript widens to string
}
