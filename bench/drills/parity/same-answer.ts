import { threadIdHeader } from '@waystory/proto/assistant/data-stream.ts';
import type { Answered } from './exchange.ts';
import type { Both, Pairs } from './pairs.ts';

/** Headers that a client acts on. */
const compared = [
  'content-type',
  'etag',
  'location',
  'cache-control',
  'retry-after',
  'idempotent-replayed',
  threadIdHeader,
  'www-authenticate',
  'x-content-type-options',
  'content-security-policy',
  'allow',
  'vary',
];
/** Headers of which it only matters that they are there. */
const present = ['x-position'];

/** Fields of which each side has its own: cursors, addresses to upload to, how long something took. */
const opaque: ReadonlySet<string> = new Set(['body.next', 'body.uploadUrl', 'body.blobName', 'body.containerName', 'body.duration']);

/** What the answer to a write tells as read models have it at that moment, for which a write does not wait. */
const hasty: ReadonlySet<string> = new Set(['body.following.followersCount', 'body.follower.followingCount']);

/** Lists in the order of ids, which each side has its own of. */
const byId: ReadonlySet<string> = new Set(['body.failed', 'body.sample']);

const ownForm = /([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)/i;
const isTime = (value: string): boolean => value.endsWith('Z');

/** In what two answers to one request differ, beside ids, times and cursors that each side gives a form of its own; nothing when they are the same. */
export function differencesOf({ one, many }: Both<Answered>, pairs: Pairs, isWrite: boolean): string[] {
  const found: string[] = [];
  const tell = (path: string, a: unknown, b: unknown): void => {
    if (isWrite && hasty.has(path)) return;
    found.push(`${path}: ${shortly(a)} / ${shortly(b)}`);
  };
  const texts = (path: string, a: string, b: string): void => {
    if (!isSameText(a, b, pairs, isWrite)) tell(path, a, b);
  };
  if (one.status !== many.status) tell('status', one.status, many.status);
  for (const name of compared) texts(`header ${name}`, String(one.headers[name]), String(many.headers[name]));
  for (const name of present) if (name in one.headers !== name in many.headers) tell(`header ${name}`, one.headers[name], many.headers[name]);
  if (one.json === undefined || many.json === undefined) texts('body', one.text, many.text);
  else sameJson('body', one.json, many.json, { texts, tell, pairs });
  return found;
}

interface Telling {
  texts(path: string, a: string, b: string): void;
  tell(path: string, a: unknown, b: unknown): void;
  pairs: Pairs;
}

/** Objects are compared regardless of the order of their fields, as JSON means them; lists are compared in order. */
function sameJson(path: string, a: unknown, b: unknown, telling: Telling): void {
  const { texts, tell, pairs } = telling;
  if (opaque.has(path) && typeof a === typeof b) {
    // Each side gets its own back.
    if (typeof a === 'string' && typeof b === 'string') pairs.learn({ one: a, many: b });
  } else if (typeof a === 'string' && typeof b === 'string') {
    texts(path, a, b);
  } else if (Array.isArray(a) && Array.isArray(b)) {
    if (a.length !== b.length) tell(`${path}.length`, a.length, b.length);
    const others = byId.has(path) ? inOrderOf(a, b, pairs) : b;
    for (const [index, item] of a.slice(0, b.length).entries()) sameJson(`${path}[${index}]`, item, others[index], telling);
  } else if (isObject(a) && isObject(b)) {
    for (const name of new Set([...Object.keys(a), ...Object.keys(b)])) {
      const both = Object.hasOwn(a, name) && Object.hasOwn(b, name);
      if (both) sameJson(`${path}.${name}`, a[name], b[name], telling);
      else tell(`${path}.${name}`, a[name], b[name]);
    }
  } else if (!Object.is(a, b)) tell(path, a, b);
}

/** The things of the other side in the order in which they are on this one; as they are where they are not the same things. */
function inOrderOf(ours: readonly unknown[], theirs: readonly unknown[], pairs: Pairs): readonly unknown[] {
  const idOf = (thing: unknown): string => (isObject(thing) ? String(thing.id) : '');
  const inOrder = ours.map((thing) => theirs.find((other) => pairs.has({ one: idOf(thing), many: idOf(other) })));
  return inOrder.includes(undefined) ? theirs : inOrder;
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Texts are the same when they are equal but for ids and times that are forms of one value. Only a write makes new ids,
 * so that a list which has others is noticed; times are also made by what a write sets off.
 */
function isSameText(one: string, many: string, pairs: Pairs, isWrite: boolean): boolean {
  if (one === many) return true;
  const [ours, theirs] = [one.split(ownForm), many.split(ownForm)];
  return (
    ours.length === theirs.length &&
    ours.every((part, index) => {
      const value = { one: part, many: theirs[index] ?? '' };
      if (value.one === value.many) return true;
      // Of what is split by a group, every second part is what the group matched.
      if (index % 2 === 0 || isTime(value.one) !== isTime(value.many)) return false;
      return pairs.has(value) || ((isWrite || isTime(value.one)) && pairs.learn(value));
    })
  );
}

/** Whether all objects name their fields in one order, which JSON does not ask for. */
export function isSameOrderOfFields(a: unknown, b: unknown): boolean {
  if (Array.isArray(a) && Array.isArray(b)) return a.every((item, index) => isSameOrderOfFields(item, b[index]));
  if (!isObject(a) || !isObject(b)) return true;
  const names = Object.keys(b);
  return Object.keys(a).every((name, index) => name === names[index] && isSameOrderOfFields(a[name], b[name]));
}

/** Whether what happened earlier on one side happened earlier on the other. */
export function isSameOrderOfTimes(pairs: Pairs): boolean {
  const times = pairs.learnt().filter(({ one }) => isTime(one) && ownForm.test(one));
  const inOrder = times.toSorted((a, b) => (a.one < b.one ? -1 : 1));
  return inOrder.every(({ many }, index) => index === 0 || (inOrder[index - 1]?.many ?? '') < many);
}

/** A value in few words. */
export function shortly(value: unknown, shown = 160): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? 'nothing');
  return text.length > shown ? `${text.slice(0, shown)}... (${text.length} characters)` : text;
}
