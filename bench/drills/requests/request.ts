import { accessMatrix } from '@waystory/proto/kit/access.ts';
import type { FieldKind, Scalar } from '@waystory/proto/kit/filter.ts';
import * as hostile from '@waystory/proto/testing/hostile-requests.fixture.ts';
import { each, trickyTexts } from '@waystory/proto/testing/hostile-words.fixture.ts';
import { z } from 'zod';
import { type Draw, drawFilter, drawSort, drawTextPiece, type FilterSource } from './draw.ts';
import type { KnownRecords, RequestTarget } from './known.ts';
import { everyone, type PersonName, usersWithoutRole } from './people.ts';
import {
  type DrilledRoute,
  drawnValue,
  type FindRecordId,
  fittingValue,
  kindOfField,
  type ListFields,
  objectOf,
  placeNames,
  unknownIds,
  valuesByField,
} from './routes.ts';

/** A request with placeholders, which each stack receives in its own form. */
export interface DrilledRequest {
  /** Method and path of the definition. */
  route: string;
  method: string;
  path: string;
  person: PersonName;
  headers: Readonly<Record<string, string>>;
  body?: string | undefined;
}

export interface MadeRequest {
  request: DrilledRequest;
  target: RequestTarget;
}

interface Draft {
  path: string;
  query: Record<string, string>;
  headers: Record<string, string>;
  body: string | undefined;
}

export interface RequestContext {
  draw: Draw;
  known: KnownRecords;
  newKey(): string;
  /** A text in the form that one stack receives. */
  filled(text: string): string;
}

/** A request to a route: mostly valid; sometimes hostile, by a caller without the right, or about an unknown record. */
export function requestTo({ title, route, list, bulk }: DrilledRoute, world: RequestContext): MadeRequest {
  const { draw, known, newKey, filled } = world;
  const { path, target } = addressOf(route, world);
  const reference: FindRecordId = (kind) => known.some(kind, target.parents)?.id;
  const asSent = (value: unknown): unknown => JSON.parse(filled(JSON.stringify(value)));
  const body = route.body && JSON.stringify(fittingValue(route.body, draw, reference, asSent));
  const asParameters = (entries: [string, unknown][]) => Object.fromEntries(entries.map(([name, value]) => [name, String(value)]));
  const query = (): Record<string, string> => {
    const fields = Object.entries(objectOf(route.query)?.shape ?? {});
    if (list) {
      const own = fields.filter(([name]) => !['page', 'limit', 'sort', 'filter', 'ids', 'after'].includes(name));
      const others =
        own.length > 0 && draw.chance(0.6) ? own.map(([name, schema]): [string, unknown] => [name, drawnValue(schema, name, draw, reference)]) : [];
      return { ...listQuestion(list, world, reference), ...asParameters(others) };
    }
    // Bulk deletions of accounts become dry runs, because they take effect at different times on each stack.
    const isGreat = route.method === 'DELETE' && route.path === '/accounts';
    if (bulk) return { filter: drawnFilter(bulk, world, reference), ...((isGreat || draw.chance(0.6)) && { dryRun: 'true' }) };
    // Half of the requests have all query parameters, because the four corners of a bounding box are valid only together.
    const isWhole = draw.chance(0.5);
    const present = fields.filter(([, field]) => isWhole || !(field instanceof z.ZodOptional || field instanceof z.ZodDefault) || draw.chance(0.5));
    return asParameters(present.map(([name, field]) => [name, drawnValue(field, name, draw, reference)]));
  };
  const headers = headersFor(route.method, target, draw, newKey);
  const draft: Draft = { path, query: query(), body, headers: body === undefined ? headers : { 'content-type': 'application/json', ...headers } };
  const sent = draw.chance(0.14) ? mutated(draft, draw) : draft;
  const question = Object.entries(sent.query).map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value.toWellFormed())}`);
  const request = {
    route: title,
    method: draw.chance(0.01) ? draw.pick(['HEAD', 'PUT', 'OPTIONS', 'DELETE']) : route.method,
    path: question.length > 0 ? `${sent.path}?${question.join('&')}` : sent.path,
    person: personFor(route, target, world),
    ...{ headers: sent.headers, body: sent.body },
  };
  return { request, target };
}

function addressOf(route: DrilledRoute['route'], { draw, known }: RequestContext): { path: string; target: RequestTarget } {
  const segments = route.path.slice(1).split('/');
  const parameters = objectOf(route.params)?.shape ?? {};
  const names = segments.filter((segment) => !segment.startsWith(':'));
  const kind = (names.at(-1) ?? '').replace(/^preview-/, '').replace(/^me$/, 'accounts');
  const isUnknown = draw.chance(0.03);
  const thing = !isUnknown && segments.at(-1) === ':id' ? known.some(kind) : undefined;
  const parents: Record<string, string> = {};
  const path = segments.map((segment, index) => {
    if (!segment.startsWith(':')) return segment;
    const name = segment.slice(1);
    const strange = draw.pick(unknownIds);
    if (name === 'id') return thing?.id ?? strange;
    const word = parameters[name];
    if (word instanceof z.ZodEnum) return String(draw.pick(word.options));
    const kindOf = kindOfField(name) ?? segments[index - 1] ?? '';
    const id = thing?.parents[name] ?? (isUnknown ? undefined : known.some(kindOf)?.id) ?? strange;
    parents[name] = id;
    return id;
  });
  return { path: `/api/${path.join('/')}`, target: { kind, thing, parents } };
}

/** Mostly a caller with the right; sometimes any caller. */
function personFor({ method, access }: DrilledRoute['route'], { thing, parents }: RequestTarget, { draw, known }: RequestContext): PersonName {
  if (draw.chance(0.02)) return draw.pick(['expired', 'stranger']);
  if (draw.chance(method === 'GET' ? 0.5 : 0.1)) return draw.pick(everyone);
  if (accessMatrix[access].user === 'none') return accessMatrix[access].moderator === 'none' ? 'admin' : 'moderator';
  // The maker of a stop may change its itinerary.
  if (thing && !parents.itineraryId) return thing.maker;
  return known.makerOf(parents.itineraryId) ?? draw.pick(usersWithoutRole);
}

function headersFor(method: string, { thing }: RequestTarget, draw: Draw, newKey: () => string): Record<string, string> {
  if (method === 'POST') return draw.chance(0.25) ? { 'idempotency-key': newKey() } : {};
  if (method === 'GET') return draw.chance(0.1) ? { 'cache-control': 'no-cache' } : {};
  if (!thing?.version || draw.chance(0.4)) return {};
  return { 'if-match': `"${draw.chance(0.75) ? thing.version : Math.max(1, thing.version + draw.pick([-1, 1]))}"` };
}

const referable = ['itineraries', 'accounts', 'countries', 'places', 'stops', 'days'] as const;
const times = each('2026-01-01 ¦ 2099-12 ¦ 2026-05-04T09:30Z ¦ 2026-05-04T09:30:00.5+02:00');

function drawnFilter({ filterable }: Pick<ListFields, 'filterable'>, { draw, known }: RequestContext, reference: FindRecordId): string {
  const words = (field: string) => [
    ...(valuesByField[field] ?? []).map(String),
    ...trickyTexts,
    ...placeNames,
    ...each('PUBLIC ¦ PRIVATE ¦ ACCEPTED ¦ SUGGESTED'),
  ];
  const operand = (field: string, kind: FieldKind): Scalar => {
    if (kind === 'number') return draw.pick([0, 1, 2, 3, -1, 1.5, 1e9]);
    if (kind === 'flag') return draw.chance(0.5);
    if (kind === 'time') return (draw.chance(0.8) && known.time()) || draw.pick(times);
    if (kind === 'text') return draw.pick(words(field));
    const entity = field.replace(/Ids?$/, '').replace(/y$/, 'ie');
    return (
      (draw.chance(0.9) && reference(referable.find((one) => one === `${entity}s`) ?? draw.pick(referable))) || draw.pick([...unknownIds, 'x', ''])
    );
  };
  const piece = (field: string): string => drawTextPiece(draw.pick(words(field)), draw);
  const ordered: FilterSource['ordered'] = new Set(['text', 'number', 'time', 'flag']);
  return JSON.stringify(drawFilter({ filterable, operand, piece, ordered }, draw).json);
}

function listQuestion(list: ListFields, world: RequestContext, reference: FindRecordId): Record<string, string> {
  const { draw } = world;
  const ids = Array.from({ length: 1 + draw.below(4) }, () => reference(draw.pick(referable)) ?? unknownIds[0]);
  return {
    ...(draw.chance(0.3) && { page: String(draw.pick([1, 2, 3, 50])) }),
    ...(draw.chance(0.6) && { limit: String(draw.pick([1, 2, 3, 5, 20, 100])) }),
    ...(draw.chance(0.5) && { sort: drawSort(list, draw).text }),
    ...(draw.chance(0.65) && { filter: drawnFilter(list, world, reference) }),
    ...(draw.chance(0.08) && { ids: ids.join() }),
  };
}

const hostileParameters = [
  ...Object.entries(hostile.oddParameters),
  ...[['filter', hostile.hostileFilters('title')] as const, ['sort', hostile.hostileSorts] as const, ['ids', hostile.hostileIds] as const],
  ...[['filter', hostile.wordyFilters('title', 'text')] as const, ['unknown', ['1']] as const, ['page[]', ['1']] as const],
];

/** Makes a request hostile in one way. */
function mutated(draft: Draft, draw: Draw): Draft {
  const hasBody = draft.body !== undefined;
  const withOne = (values: Record<string, string>, choices: readonly (readonly [string, readonly string[]])[]): Record<string, string> => {
    const [name, wrong] = draw.pick(choices);
    return { ...values, [name]: draw.pick(wrong) };
  };
  const { 'content-type': _, ...untyped } = draft.headers;
  const typed = (): Record<string, string> => (draw.chance(0.2) ? untyped : { ...untyped, 'content-type': draw.pick(hostile.wrongContentTypes) });
  const withStrangeSegment = (): string => {
    const segments = draft.path.split('/');
    segments[segments.length > 3 ? 3 + draw.below(segments.length - 3) : segments.length] = draw.pick(hostile.strangeSegments);
    return segments.join('/');
  };
  const ways: readonly (readonly [() => Partial<Draft>, number])[] = [
    [() => ({ body: draw.chance(0.04) ? hostile.tooLargeBody : draw.pick(hostile.brokenBodies) }), hasBody ? 3 : 0.3],
    [() => ({ body: withWrongField(draft.body ?? '{}', draw) }), hasBody ? 5 : 0],
    [() => ({ body: draft.body ?? '{}', headers: typed() }), hasBody ? 1 : 0.2],
    [() => ({ query: withOne(draft.query, hostileParameters) }), hasBody ? 0.7 : 6],
    [() => ({ headers: withOne(draft.headers, Object.entries(hostile.oddHeaders)) }), 2],
    [() => ({ path: draw.chance(0.5) ? draft.path + draw.pick(hostile.pathEndings) : withStrangeSegment() }), 1.5],
  ];
  return { ...draft, ...draw.weighted(ways)() };
}

/** Gives a field a wrong value, omits it, or adds a foreign field. */
function withWrongField(body: string, draw: Draw): string {
  const fields = Object.entries(Object(JSON.parse(body))).map(([name, value]): [string, string] => [name, JSON.stringify(value)]);
  const roll = fields.length === 0 ? 2 : draw.below(4);
  if (roll < 2) draw.pick(fields)[1] = draw.pick(hostile.wrongValues);
  else if (roll === 2) fields.push([draw.pick(hostile.foreignFields), draw.pick(hostile.wrongValues)]);
  else fields.splice(draw.below(fields.length), 1);
  return `{${fields.map(([name, value]) => `${JSON.stringify(name)}:${value}`).join()}}`;
}
