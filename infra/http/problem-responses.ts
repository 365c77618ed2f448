import type { Route } from '@waystory/proto/kit/route.ts';
import { statusOf, titles } from './problem.ts';

/** Statuses of problems that any request may meet: malformed, bad token, suspended account, too many, too long, unavailable engine. */
const always = [400, 401, 403, 429, 431, 503];

/** Statuses of a route's possible refusals. */
export function problemStatuses({ method, params, body, errors = [] }: Route): number[] {
  const writes = method === 'GET' ? [] : [409, 412, 413, 415, 422];
  const named = errors.map((code) => statusOf(code));
  return [...new Set([...always, ...(params ? [404] : []), ...(body ? [413] : []), ...writes, ...named])].sort();
}

/** Extension key that carries the statuses to the OpenAPI description. */
export const problemsKey = 'x-problems';

const problemSchema = {
  type: 'object',
  required: ['type', 'title', 'status', 'code', 'detail', 'traceId'],
  properties: {
    type: { type: 'string' },
    title: { type: 'string' },
    status: { type: 'integer' },
    code: { type: 'string', description: 'entity/what-is-wrong' },
    detail: { type: 'string', description: 'A sentence for people' },
    errors: {
      type: 'array',
      description: 'Where and why, for input that is not right',
      items: { type: 'object', required: ['path', 'message'], properties: { path: { type: 'string' }, message: { type: 'string' } } },
    },
    traceId: { type: 'string' },
  },
};

type Json = Record<string, unknown>;
const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null;

/** Describes the refusals of every operation by references to one schema and one response per status. */
export function describeProblems(api: Json): Json {
  const seen = new Set<number>();
  const paths = Object.values(isObject(api.paths) ? api.paths : {}).filter(isObject);
  for (const operation of paths.flatMap((path) => Object.values(path)).filter(isObject)) {
    const statuses = operation[problemsKey];
    if (!Array.isArray(statuses) || !isObject(operation.responses)) continue;
    delete operation[problemsKey];
    for (const status of statuses.map(Number)) {
      seen.add(status);
      operation.responses[status] ??= { $ref: `#/components/responses/Problem${status}` };
    }
  }
  const components = isObject(api.components) ? api.components : {};
  const schemas = { ...(isObject(components.schemas) ? components.schemas : {}), Problem: problemSchema };
  return { ...api, components: { ...components, schemas, responses: Object.fromEntries([...seen].sort().map(responseOf)) } };
}

const retried = [429, 503];
const responseOf = (status: number): [string, Json] => [
  `Problem${status}`,
  {
    description: titles[status] ?? 'Error',
    content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
    ...(retried.includes(status) && { headers: { 'Retry-After': { description: 'Seconds', schema: { type: 'integer' } } } }),
  },
];
