import { threadIdHeader } from '@waystory/proto/assistant/data-stream.ts';
import type { ApiResponse } from '../environment/client.ts';
import type { Both, ValuePairs } from '../requests/known.ts';

/** Headers that clients act on. */
const compared = [
  ...['content-type', 'etag', 'location', 'cache-control', 'retry-after', 'idempotent-replayed', threadIdHeader, 'www-authenticate'],
  ...['x-content-type-options', 'content-security-policy', 'allow', 'vary'],
];
/** Fields whose values differ between the stacks: cursors, upload URLs, durations. */
const opaque: ReadonlySet<string> = new Set(['body.next', 'body.uploadUrl', 'body.blobName', 'body.containerName', 'body.duration']);
/** Counts that a write returns from possibly stale read models. */
const hasty: ReadonlySet<string> = new Set(['body.following.followersCount', 'body.follower.followingCount']);
/** Lists in the order of ids, which differs between sides. */
const byId: ReadonlySet<string> = new Set(['body.failed', 'body.sample']);

const ownForm = /([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)/i;
const isTime = (value: string): boolean => value.endsWith('Z');

interface Comparison {
  texts(path: string, a: string, b: string): void;
  tell(path: string, a: unknown, b: unknown): void;
  pairs: ValuePairs;
}

/** Differences between two answers, except ids, times and cursors, which each side has in its own form. */
export function differencesOf({ one, many }: Both<ApiResponse>, pairs: ValuePairs, isWrite: boolean): string[] {
  const found: string[] = [];
  const tell = (path: string, a: unknown, b: unknown): void => {
    if (!isWrite || !hasty.has(path)) found.push(`${path}: ${shortText(a)} / ${shortText(b)}`);
  };
  const texts = (path: string, a: string, b: string): void => {
    if (!isSameText(a, b, pairs, isWrite)) tell(path, a, b);
  };
  if (one.status !== many.status) tell('status', one.status, many.status);
  for (const name of compared) texts(`header ${name}`, String(one.headers[name]), String(many.headers[name]));
  if ('x-position' in one.headers !== 'x-position' in many.headers) tell('header x-position', one.headers['x-position'], many.headers['x-position']);
  if (one.json === undefined || many.json === undefined) texts('body', one.text, many.text);
  else sameJson('body', one.json, many.json, { texts, tell, pairs });
  return found;
}

/** Compares JSON: fields of objects in any order, lists in the given order. */
function sameJson(path: string, a: unknown, b: unknown, comparison: Comparison): void {
  const { texts, tell, pairs } = comparison;
  if (opaque.has(path) && typeof a === typeof b) {
    // Later requests send each side its own form of the value.
    if (typeof a === 'string' && typeof b === 'string') pairs.learn({ one: a, many: b });
  } else if (typeof a === 'string' && typeof b === 'string') texts(path, a, b);
  else if (Array.isArray(a) && Array.isArray(b)) {
    if (a.length !== b.length) tell(`${path}.length`, a.length, b.length);
    const others = byId.has(path) ? inOrderOf(a, b, pairs) : b;
    for (const [index, item] of a.slice(0, b.length).entries()) sameJson(`${path}[${index}]`, item, others[index], comparison);
  } else if (isObject(a) && isObject(b)) {
    for (const name of new Set([...Object.keys(a), ...Object.keys(b)])) {
      const both = Object.hasOwn(a, name) && Object.hasOwn(b, name);
      if (both) sameJson(`${path}.${name}`, a[name], b[name], comparison);
      else tell(`${path}.${name}`, a[name], b[name]);
    }
  } else if (!Object.is(a, b)) tell(path, a, b);
}

/** Items of the other stack in the order of this stack; unchanged unless both stacks have the same items. */
function inOrderOf(ours: readonly unknown[], theirs: readonly unknown[], pairs: ValuePairs): readonly unknown[] {
  const idOf = (thing: unknown): string => String(Object(thing).id);
  const inOrder = ours.map((thing) => theirs.find((other) => pairs.has({ one: idOf(thing), many: idOf(other) })));
  return inOrder.includes(undefined) ? theirs : inOrder;
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Whether two texts are equal except for forms of one value. A new pair of ids is accepted only after a write, a new pair of times always. */
function isSameText(one: string, many: string, pairs: ValuePairs, isWrite: boolean): boolean {
  if (one === many) return true;
  const [ours, theirs] = [one.split(ownForm), many.split(ownForm)];
  const isSamePart = (part: string, index: number): boolean => {
    const value = { one: part, many: theirs[index] ?? '' };
    if (value.one === value.many) return true;
    // `split` with a group puts the matches at odd indexes.
    if (index % 2 === 0 || isTime(value.one) !== isTime(value.many)) return false;
    return pairs.has(value) || ((isWrite || isTime(value.one)) && pairs.learn(value));
  };
  return ours.length === theirs.length && ours.every(isSamePart);
}

/** Whether all objects have their fields in the same order. */
export function isSameOrderOfFields(a: unknown, b: unknown): boolean {
  if (Array.isArray(a) && Array.isArray(b)) return a.every((item, index) => isSameOrderOfFields(item, b[index]));
  if (!isObject(a) || !isObject(b)) return true;
  const names = Object.keys(b);
  return Object.keys(a).every((name, index) => name === names[index] && isSameOrderOfFields(a[name], b[name]));
}

/** Whether the times of both stacks have the same order. */
export function isSameOrderOfTimes(pairs: ValuePairs): boolean {
  const times = pairs.learnt.filter(({ one }) => isTime(one) && ownForm.test(one)).toSorted((a, b) => (a.one < b.one ? -1 : 1));
  return times.every(({ many }, index) => index === 0 || (times[index - 1]?.many ?? '') < many);
}

/** Value as text of limited length. */
export function shortText(value: unknown, shown = 160): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? 'nothing');
  return text.length > shown ? `${text.slice(0, shown)}... (${text.length} characters)` : text;
}

type Json = Record<string, unknown>;
interface List extends Json {
  items: Json[];
}
const idOf = (item: Json | undefined): Json => Object.fromEntries(Object.entries(item ?? {}).filter(([name]) => /^(id|stopId)$/.test(name)));

/** Manipulations of an answer; the comparison must notice each of them. */
const tampered: Readonly<Record<string, (list: List, answer: ApiResponse) => Partial<ApiResponse>>> = {
  'another order': (list) => ({ json: { ...list, items: list.items.toReversed() } }),
  'an item less': (list) => ({ json: { ...list, items: list.items.slice(1) } }),
  'an item twice': (list) => ({ json: { ...list, items: [...list.items, ...list.items.slice(-1)] } }),
  'another id': ({ items: [first, second, ...others], ...list }) => ({
    json: { ...list, items: [{ ...first, ...idOf(second) }, { ...second, ...idOf(first) }, ...others] },
  }),
  'a field less': (list) => ({ json: { ...list, items: list.items.map((item) => Object.fromEntries(Object.entries(item).slice(1))) } }),
  'another total': (list) => ({ json: { ...list, total: Number(list.total) + 1 } }),
  'a cursor less or more': ({ next, ...list }) => ({ json: next === undefined ? { ...list, next: 'x' } : list }),
  'another status': (_, { status }) => ({ status: status + 1 }),
  'a header less': (_, { headers: { 'cache-control': __, ...headers } }) => ({ headers }),
};

/** Names of manipulations that the comparison misses. @param answer a list with several items */
export function missedManipulations(answer: ApiResponse, pairs: ValuePairs): string[] {
  const list = answer.json as List; // checked by the caller
  return Object.entries(tampered).flatMap(([name, tamper]) =>
    differencesOf({ one: answer, many: { ...answer, ...tamper(list, answer) } }, pairs, false).length > 0 ? [] : [name],
  );
}
