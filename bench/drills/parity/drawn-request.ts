import { matrix } from '@waystory/proto/kit/access.ts';
import { z } from 'zod';
import type { Asked } from './exchange.ts';
import { type Draft, hostile } from './hostile.ts';
import type { KnownThings, Target } from './known.ts';
import { filterOf, listQuestion } from './list-questions.ts';
import type { Pairs } from './pairs.ts';
import { everyone, ordinary, type PersonName } from './people.ts';
import type { Random } from './random.ts';
import { type KnownRoute, objectOf } from './routes.ts';
import { fieldValue, fittingValue, kindNamed, type Making } from './values.ts';
import { strangeIds } from './words.ts';

/** A request with what it is about. */
export interface Made {
  asked: Asked;
  target: Target;
}

export interface EventContext {
  random: Random;
  pairs: Pairs;
  known: KnownThings;
  newKey(): string;
}

/** A request of a route: mostly a good one, sometimes one that is hostile, by someone who may not, or about nothing. */
export function requestOf({ title, route, list, bulk }: KnownRoute, circumstances: EventContext): Made {
  const { random, pairs, known, newKey } = circumstances;
  const { path, target } = addressOf(route, random, known);
  const reference = (kind: string): string | undefined => known.some(kind, random, target.parents)?.id;
  const making: Making = { random, reference };
  const asSent = (value: unknown): unknown => JSON.parse(pairs.filled(JSON.stringify(value), 'one'));
  const body = route.body && JSON.stringify(fittingValue(route.body, making, asSent));
  const questioning = { ...making, time: () => known.time(random) };
  const query = list
    ? { ...listQuestion(list, questioning), ...othersOf(route.query, making) }
    : bulk
      ? { filter: JSON.stringify(filterOf(bulk, questioning)), ...((isGreat(route) || random.chance(0.6)) && { dryRun: 'true' }) }
      : queryOf(route.query, making);
  const person = personFor(route, target, circumstances);
  const headers = headersFor(route.method, target, random, newKey);
  const draft: Draft = { path, query, body, headers: body === undefined ? headers : { 'content-type': 'application/json', ...headers } };
  const sent = random.chance(0.14) ? hostile(draft, random) : draft;
  const question = Object.entries(sent.query).map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value.toWellFormed())}`);
  // Now and then by another method, which may be no route at all.
  const method = random.chance(0.01) ? random.pick(['HEAD', 'PUT', 'OPTIONS', 'DELETE']) : route.method;
  const asked = {
    route: title,
    method,
    path: question.length > 0 ? `${sent.path}?${question.join('&')}` : sent.path,
    person,
    headers: sent.headers,
    body: sent.body,
  };
  return { asked, target };
}

/** What several accounts leave behind goes when each side comes to it, so they are only looked at. */
const isGreat = ({ method, path }: KnownRoute['route']): boolean => method === 'DELETE' && path === '/accounts';

/** A path with its parameters, and what it is about. */
function addressOf(route: KnownRoute['route'], random: Random, known: KnownThings): { path: string; target: Target } {
  const segments = route.path.slice(1).split('/');
  const parameters = objectOf(route.params)?.shape ?? {};
  const names = segments.filter((segment) => !segment.startsWith(':'));
  const kind = (names.at(-1) ?? '').replace(/^preview-/, '').replace(/^me$/, 'accounts');
  const stranger = random.chance(0.03);
  const thing = !stranger && segments.at(-1) === ':id' ? known.some(kind, random) : undefined;
  const parents: Record<string, string> = {};
  const path = segments.map((segment, index) => {
    if (!segment.startsWith(':')) return segment;
    const name = segment.slice(1);
    const strange = random.pick(strangeIds);
    if (name === 'id') return thing?.id ?? strange;
    const word = parameters[name];
    if (word instanceof z.ZodEnum) return String(random.pick(word.options));
    const kindOf = kindNamed(name) ?? segments[index - 1] ?? '';
    const id = thing?.parents[name] ?? (stranger ? undefined : known.some(kindOf, random)?.id) ?? strange;
    parents[name] = id;
    return id;
  });
  return { path: `/api/${path.join('/')}`, target: { kind, thing, parents } };
}

/** Parameters of a list that are its own. */
function othersOf(query: z.ZodType | undefined, making: Making): Record<string, string> {
  const usual = ['page', 'limit', 'sort', 'filter', 'ids', 'after'];
  const own = Object.entries(objectOf(query)?.shape ?? {}).filter(([name]) => !usual.includes(name));
  return own.length > 0 && making.random.chance(0.6) ? asParameters(own.map(([name, schema]) => [name, fieldValue(schema, name, making)])) : {};
}

function queryOf(query: z.ZodType | undefined, making: Making): Record<string, string> {
  const shape = objectOf(query);
  if (!shape) return {};
  // Corners of a box come together.
  const whole = making.random.chance(0.5)
    ? z.object(Object.fromEntries(Object.entries(shape.shape).map(([name, field]) => [name, valueSchema(field)])))
    : shape;
  return asParameters(Object.entries(fieldValue(whole, '', making) as object)); // values of an object are an object
}

const valueSchema = (field: z.core.$ZodType): z.core.$ZodType =>
  field instanceof z.ZodOptional || field instanceof z.ZodDefault ? field.unwrap() : field;

const asParameters = (entries: [string, unknown][]): Record<string, string> =>
  Object.fromEntries(entries.map(([name, value]) => [name, String(value)]));

/** Mostly someone who may; sometimes anyone. */
function personFor({ method, access }: KnownRoute['route'], { thing, parents }: Target, { random, known }: EventContext): PersonName {
  if (random.chance(0.02)) return random.pick(['expired', 'stranger']);
  if (random.chance(method === 'GET' ? 0.5 : 0.1)) return random.pick(everyone);
  if (matrix[access].user === 'none') return matrix[access].moderator === 'none' ? 'admin' : 'moderator';
  // Who made a stop is who may change its itinerary.
  if (thing && !parents.itineraryId) return thing.maker;
  return known.makerOf(parents.itineraryId) ?? random.pick(ordinary);
}

function headersFor(method: string, { thing }: Target, random: Random, newKey: () => string): Record<string, string> {
  if (method === 'POST') return random.chance(0.25) ? { 'idempotency-key': newKey() } : {};
  if (method === 'GET') return random.chance(0.1) ? { 'cache-control': 'no-cache' } : {};
  if (!thing?.version || random.chance(0.4)) return {};
  return { 'if-match': `"${random.chance(0.75) ? thing.version : Math.max(1, thing.version + random.pick([-1, 1]))}"` };
}
