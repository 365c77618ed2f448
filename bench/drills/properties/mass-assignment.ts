import fc from 'fast-check';
import type { Tally } from '../tally.ts';
import type { EmbeddedProduct } from './embedded-product.ts';
import { recordProperty } from './record-property.ts';
import { type Stage, type Writable, writables } from './writable.ts';

/** Fields that the product keeps to itself, and names that mean something to the language. */
const kept = [
  ...[
    'id',
    'version',
    'createdAt',
    'updatedAt',
    'publishedAt',
    'firstCommentAt',
    'likeCount',
    'daysCount',
    'stopsCount',
    'legsCount',
    'followersCount',
    'followingCount',
    'ordersCount',
  ],
  ...[
    'credits',
    'orderIds',
    'subjectId',
    'email',
    'dayIdsCount',
    'stopIds',
    'legIds',
    'account',
    'account.id',
    'countries',
    'image',
    'file',
    'origin',
  ],
  ...[
    'itineraryIds',
    'number',
    'role',
    'roles',
    'isAdmin',
    'admin',
    'followerId',
    'targetId',
    'moderatorId',
    'jobId',
    'actorId',
    'meta',
    'type',
    'schema',
  ],
  ...[
    '__proto__',
    'constructor',
    'prototype',
    'toString',
    'hasOwnProperty',
    '$set',
    '$where',
    'doc',
    'stream',
    'position',
    '_id',
    'owner_id',
    'price',
  ],
] as const;
/** Fields that hang a thing on another one, or take it out of sight, where a write does not name them. */
const foreign = [
  'accountId',
  'hidden',
  'suspended',
  'itineraryId',
  'postableId',
  'replyToId',
  'reactableId',
  'placeId',
  'countryCode',
  'code',
  'state',
  'visibility',
] as const;
/** Some writes take more than is tried here, for those who may, or by other rules: that is not refused for being unknown. */
const takenElsewhere: Readonly<Record<string, readonly string[]>> = {
  createItinerary: ['accountId', 'daysCount'],
  patchItinerary: ['hidden'],
  patchDay: ['stopIds'],
  addStop: ['placeId', 'address', 'dayIds', 'placeName'],
  createPost: ['accountId', 'replyToId'],
  patchPost: ['hidden'],
  createReaction: ['accountId'],
  updateAccount: ['suspended'],
};

const anyValue = fc.oneof(fc.constantFrom<unknown[]>(null, true, 0, 999_999, '', 'admin', [], {}), fc.uuid(), fc.jsonValue({ maxDepth: 2 }));

function extraFields({ name, needed, free }: Writable): fc.Arbitrary<[string, unknown][]> {
  const taken = new Set([...Object.keys(needed), ...Object.keys(free), ...(takenElsewhere[name] ?? [])]);
  const hostile = fc.constantFrom(...kept, ...foreign);
  const madeUp = fc.string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 12 }).map((text) => `x${text}`);
  const one = fc.tuple(
    fc.oneof({ weight: 4, arbitrary: hostile }, { weight: 1, arbitrary: madeUp }).filter((field) => !taken.has(field)),
    anyValue,
  );
  return fc.uniqueArray(one, { minLength: 1, maxLength: 4, selector: ([field]) => field });
}

const someOf = ({ needed, free }: Writable): fc.Arbitrary<Record<string, unknown>> =>
  fc.tuple(fc.record({ ...needed }), fc.record({ ...free }, { requiredKeys: [] })).map(([must, may]) => ({ ...must, ...may }));

/** By hand, because an object with a field `__proto__` cannot be written down otherwise. */
const jsonOf = (fields: readonly (readonly [string, unknown])[]): string =>
  `{${fields.map(([field, value]) => `${JSON.stringify(field)}:${JSON.stringify(value)}`).join()}}`;

/** The parser refuses what would reach a prototype before anybody looks for fields. */
const isPrototype = (fields: readonly (readonly [string, unknown])[]): boolean => /"(__proto__|constructor)"\s*:/.test(jsonOf(fields));

/** @throws Error when fields that nobody may write are not refused by name, or change something. */
async function refuses(
  { method, path, by }: Writable,
  body: Record<string, unknown>,
  extra: [string, unknown][],
  product: EmbeddedProduct,
): Promise<void> {
  const before = await product.head();
  const fields = [...Object.entries(body), ...extra];
  const { status, body: problem } = await by.send(method, path, jsonOf(fields));
  if (status !== 400) throw new Error(`answered ${status}: ${JSON.stringify(problem)}`);
  const told = ((problem.errors ?? []) as { path: string }[]).map((error) => error.path); // problem details have them
  const missing = extra.filter(([field]) => !told.includes(`body.${field}`));
  if (missing.length > 0 && !isPrototype(fields)) throw new Error(`not refused by name: ${missing.map(([field]) => field).join()}`);
  if ((await product.head()) !== before) throw new Error('something was written');
}

const changing = ['version', 'updatedAt'];
const sameValue = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** @throws Error when a write does something else than set the fields that it names. */
async function setsThese({ method, path, by, readAt, follows = [] }: Writable, body: Record<string, unknown>): Promise<void> {
  const before = readAt ? (await by.send('GET', readAt)).body : null;
  const answer = await by.send(method, path, JSON.stringify(body));
  if (answer.status !== 200 && answer.status !== 201) throw new Error(`answered ${answer.status}: ${JSON.stringify(answer.body)}`);
  const after = readAt ? (await by.send('GET', readAt)).body : answer.body;
  const unset = Object.entries(body).filter(([field, value]) => Object.hasOwn(after, field) && !sameValue(after[field], value));
  if (unset.length > 0) throw new Error(`not as written: ${unset.map(([field]) => field).join()}`);
  if (!before) return;
  const allowed = new Set([...Object.keys(body), ...changing, ...follows]);
  const changed = Object.keys({ ...before, ...after }).filter((field) => !allowed.has(field) && !sameValue(before[field], after[field]));
  if (changed.length > 0) throw new Error(`changed as well: ${changed.join()}`);
}

async function stageOn(product: EmbeddedProduct): Promise<Stage> {
  const [owner, other] = [product.caller('writer'), product.caller('reader')];
  const [moderator, admin] = [product.caller('moderator', 'moderator'), product.caller('admin', 'admin')];
  for (const one of [owner, other, moderator, admin]) await one.api.createAccount({});
  const body = { title: 'A story', visibility: 'PUBLIC' } as const;
  const itineraryId = (await owner.api.createItinerary({ body })).id;
  const otherId = (await other.api.createItinerary({ body })).id;
  const stop = await owner.api.addStop({ params: { itineraryId }, body: { title: 'A stop', coordinates: { latitude: 1, longitude: 2 } } });
  const on = { text: 'Hello', postableType: 'itinerary', postableId: otherId } as const;
  const reaction = { reactableType: 'itinerary', reactableId: itineraryId, reactionType: 'like' } as const;
  return {
    ...{ owner, moderator, admin, itineraryId, otherId, stopId: stop.id, placeId: stop.placeId },
    dayId: (await owner.api.addDay({ params: { itineraryId }, body: {} })).id,
    postId: (await owner.api.createPost({ body: on })).id,
    reactionId: (await owner.api.createReaction({ body: reaction })).id,
    followId: (await owner.api.createFollow({ body: { followingId: other.accountId ?? '' } })).id,
    countryId: (await admin.api.createCountry({ body: { code: 'ES', name: 'Spain' } })).id,
    reportId: (await other.api.fileReport({ body: { reportableType: 'itinerary', reportableId: itineraryId, reason: 'spam' } })).id,
  };
}

export async function massAssignmentProperty(
  product: EmbeddedProduct,
  { runs, seed, tally }: { runs: number; seed: number; tally: Tally },
): Promise<void> {
  const all = writables(await stageOn(product));
  const endless = all.filter(({ refusedOnly }) => !refusedOnly);
  const refused = fc.constantFrom(...all).chain((one) => fc.tuple(fc.constant(one), someOf(one), extraFields(one)));
  const taken = fc.constantFrom(...endless).chain((one) => fc.tuple(fc.constant(one), someOf(one)));
  const told = (error: unknown, { name }: Writable): Error => new Error(`${name}: ${error instanceof Error ? error.message : String(error)}`);
  const each = Math.ceil(runs / 2);
  const checks = {
    'writes with a field more are refused by its name': fc.asyncProperty(refused, async ([one, body, extra]) =>
      refuses(one, body, extra, product).catch((error: unknown) => Promise.reject(told(error, one))),
    ),
    'writes change what they name, and nothing else': fc.asyncProperty(taken, async ([one, body]) =>
      setsThese(one, body).catch((error: unknown) => Promise.reject(told(error, one))),
    ),
  };
  for (const [what, property] of Object.entries(checks)) {
    const either = property as fc.IAsyncProperty<unknown>; // of the two
    await recordProperty(either, { what: `${what}, of ${all.length} kinds`, runs: each, seed, tally });
  }
}
