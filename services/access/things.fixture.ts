import { setTimeout as pause } from 'node:timers/promises';
import { newId } from '@waystory/infra/identifier.ts';
import { buildState } from '@waystory/infra/read-models/builds/build-state.ts';
import { caseIdOf } from '../moderation/case/case.ts';
import type { Person } from '../testing/product.ts';
import type { Variant } from './expected-status.ts';
import type { AccessFixture } from './stage.fixture.ts';

/** Path parameters that identify a target. */
export type TargetIds = Readonly<Record<string, string>>;
type Make = (stage: AccessFixture, holder: Person, variant: Variant) => Promise<TargetIds>;

const coordinates = { latitude: 38.6916, longitude: -9.216 };
const visibilityOf = (variant: Variant) => (variant === 'own' || variant === 'private' ? 'PRIVATE' : variant === 'unlisted' ? 'UNLISTED' : 'PUBLIC');

async function story(stage: AccessFixture, holder: Person, variant: Variant): Promise<TargetIds & { itineraryId: string }> {
  const { id } = await holder.api.createItinerary({ body: { title: `Story ${stage.next()}`, visibility: visibilityOf(variant) } });
  return { id, itineraryId: id };
}

/** Hides or deletes a story with all its content, as the variant requires. */
async function finish({ people }: AccessFixture, holder: Person, variant: Variant, itineraryId: string): Promise<void> {
  if (variant === 'hidden') await people.moderator.api.patchItinerary({ params: { id: itineraryId }, body: { hidden: true } });
  if (variant === 'deleted') await holder.api.deleteItinerary({ params: { id: itineraryId } });
}

/** Story for a comment or reaction. With the variant `own`, the caller owns only the comment or reaction, not the story. */
const held = (stage: AccessFixture, holder: Person, variant: Variant) =>
  variant === 'own' ? story(stage, stage.people.owner, 'public') : story(stage, holder, variant);

async function stopIn(holder: Person, itineraryId: string): Promise<string> {
  const { id } = await holder.api.addStop({ params: { itineraryId }, body: { title: 'Tower', coordinates } });
  await holder.api.getStop({ params: { id } });
  return id;
}

async function post(stage: AccessFixture, holder: Person, variant: Variant): Promise<TargetIds> {
  const { itineraryId } = await held(stage, holder, variant);
  const { id } = await holder.api.createPost({ body: { text: `Post ${stage.next()}`, postableType: 'itinerary', postableId: itineraryId } });
  if (variant === 'hidden') await stage.people.moderator.api.patchPost({ params: { id }, body: { hidden: true } });
  if (variant === 'deleted') await holder.api.deletePost({ params: { id } });
  return { id };
}

async function reaction(stage: AccessFixture, holder: Person, variant: Variant): Promise<TargetIds> {
  const { itineraryId } = await held(stage, holder, variant);
  const like = { reactableType: 'itinerary', reactableId: itineraryId, reactionType: 'like' } as const;
  const { id } = await holder.api.createReaction({ body: like });
  if (variant === 'deleted') await holder.api.deleteReaction({ params: like });
  else await finish(stage, stage.people.owner, variant, itineraryId);
  return { id };
}

async function account({ product, next }: AccessFixture, holder: Person, variant: Variant): Promise<TargetIds> {
  if (variant !== 'deleted') return { id: holder.accountId };
  const gone = product.person(`gone-${next()}`);
  await gone.api.createAccount({});
  await gone.api.deleteAccount({ params: { id: gone.accountId } });
  return { id: gone.accountId };
}

async function follow({ newcomer }: AccessFixture, holder: Person, variant: Variant): Promise<TargetIds> {
  const followingId = (await newcomer()).accountId;
  const { id } = await holder.api.createFollow({ body: { followingId } });
  if (variant === 'deleted') await holder.api.deleteFollow({ params: { id: followingId } });
  return { id };
}

/** Creates a target by appending its first events to the log. The API would take long, or need parts that this test product lacks. */
async function inLog(
  { product }: AccessFixture,
  { accountId }: Person,
  category: string,
  made: (id: string) => [type: string, data: object][],
): Promise<TargetIds> {
  const id = newId();
  const meta = { actorId: accountId, commandId: newId() };
  const events = made(id).map(([type, data]) => ({ id: newId(), type, schema: 1, data: { ...data }, meta, at: new Date().toISOString() }));
  await product.engines.events.append(`${category}-${id}`, 0, events);
  return { id, accountId };
}

/** A job that has ended. */
function job(stage: AccessFixture, holder: Person): Promise<TargetIds> {
  const work = { context: 'social', collection: 'posts', operation: 'DELETE', filter: '{}', changes: null, matched: 0 };
  const started = { accountId: holder.accountId, roles: [], ...work };
  return inLog(stage, holder, 'job', () => [
    ['JobStarted', started],
    ['JobCompleted', {}],
  ]);
}

/** An uploaded picture. */
function file(stage: AccessFixture, holder: Person): Promise<TargetIds> {
  const picture = { filename: 'boat.jpg', mimeType: 'image/webp', size: 10, width: 4, height: 3 };
  return inLog(stage, holder, 'file', (fileId) => [
    ['FileUploaded', { fileId, accountId: holder.accountId, blobName: `media/${fileId}.webp`, url: `/media/${fileId}.webp`, ...picture }],
  ]);
}

/** A conversation with the assistant. */
const chat = (stage: AccessFixture, holder: Person): Promise<TargetIds> =>
  inLog(stage, holder, 'thread', () => [['ThreadBegun', { accountId: holder.accountId, itineraryId: null }]]);

async function auditEntry(stage: AccessFixture): Promise<TargetIds> {
  const { admin, owner } = stage.people;
  await finish(stage, owner, 'hidden', (await story(stage, owner, 'public')).itineraryId);
  const { items } = await admin.api.listAudit({ query: { limit: 1 } });
  return { id: items[0]?.id ?? '' };
}

/** A read model without a rebuild in progress. */
async function projection({ product }: AccessFixture): Promise<TargetIds> {
  const id = 'stop-homes';
  const of = { projection: { name: id, version: 1, collections: {} }, store: product.engines.projections };
  const giveUpAt = Date.now() + 60_000;
  while ((await buildState(of)).underWay && Date.now() < giveUpAt) await pause(20);
  return { id };
}

/** A dead letter of a consumer that no process runs. */
async function parkedEvent({ product: { engines }, next }: AccessFixture): Promise<TargetIds> {
  const stream = `country-${newId()}`;
  const meta = { actorId: null, commandId: newId() };
  const event = { id: newId(), type: 'CountryDeleted', schema: 1, data: { countryId: newId() }, meta, at: new Date().toISOString() };
  const consumer = `nobody@${next()}`;
  await engines.deadLetters.add(consumer, [
    { record: { partition: '0', offset: 1, event: { ...event, stream, version: 1, position: 1 } }, error: 'no' },
  ]);
  return { id: (await engines.deadLetters.list({ consumer, limit: 1 }))[0]?.id ?? '' };
}

const letter = (index: number): string => String.fromCharCode(65 + (Math.floor(index) % 26));
/** A country code of two letters, distinct for every number below 676. */
export const countryCodeOf = (number: number): string => `${letter(number / 26)}${letter(number)}`;

async function country({ people: { admin }, next }: AccessFixture, _: Person, variant: Variant): Promise<TargetIds> {
  const code = countryCodeOf(next());
  const { id } = await admin.api.createCountry({ body: { code, name: `Country ${code}` } });
  if (variant === 'deleted') await admin.api.deleteCountry({ params: { id } });
  return { id };
}

async function place({ people: { admin }, next }: AccessFixture, _: Person, variant: Variant): Promise<TargetIds> {
  const { id } = await admin.api.createPlace({ body: { name: `Place ${next()}`, coordinates } });
  if (variant === 'deleted') await admin.api.deletePlace({ params: { id } });
  return { id };
}

/** A public story of the owner with one stop. In the variant `own` the caller has liked the story, and saved the story and the stop. */
async function kept(stage: AccessFixture, { api }: Person, variant: Variant): Promise<TargetIds> {
  const { itineraryId } = await story(stage, stage.people.owner, 'public');
  const id = await stopIn(stage.people.owner, itineraryId);
  if (variant === 'own') {
    await api.createReaction({ body: { reactableType: 'itinerary', reactableId: itineraryId, reactionType: 'like' } });
    await api.saveItinerary({ body: { itineraryId } });
    await api.saveStop({ body: { stopId: id } });
  }
  return { id, itineraryId };
}

/** A collection with one stop of a public story. */
async function shelf(stage: AccessFixture, { api }: Person, variant: Variant): Promise<TargetIds> {
  const { owner } = stage.people;
  const targetId = await stopIn(owner, (await story(stage, owner, 'public')).itineraryId);
  const { id } = await api.createCollection({ body: { title: `List ${stage.next()}` } });
  await api.addCollectionEntry({ params: { id }, body: { kind: 'stop', targetId } });
  if (variant === 'deleted') await api.deleteCollection({ params: { id } });
  return { id, targetId };
}

export const targetMakers = {
  async itinerary(stage, holder, variant) {
    const ids = await story(stage, holder, variant);
    await finish(stage, holder, variant, ids.itineraryId);
    return ids;
  },
  async day(stage, holder, variant) {
    const { itineraryId } = await story(stage, holder, variant);
    const { id } = await holder.api.addDay({ params: { itineraryId }, body: {} });
    await finish(stage, holder, variant, itineraryId);
    return { itineraryId, id };
  },
  async stop(stage, holder, variant) {
    const { itineraryId } = await story(stage, holder, variant);
    const id = await stopIn(holder, itineraryId);
    await finish(stage, holder, variant, itineraryId);
    return { itineraryId, id };
  },
  post,
  reaction,
  account,
  follow,
  async newcomer({ newcomer }) {
    return { id: (await newcomer()).accountId };
  },
  async followed({ newcomer }, { api }, variant) {
    const id = (await newcomer()).accountId;
    if (variant === 'own') await api.createFollow({ body: { followingId: id } });
    return { id };
  },
  async order(_, { accountId, api }) {
    return { id: (await api.createOrder({ params: { accountId }, body: { packageId: 'starter' } })).id, accountId };
  },
  async report({ newcomer }, { api }) {
    return { id: (await api.fileReport({ body: { reportableType: 'account', reportableId: (await newcomer()).accountId, reason: 'spam' } })).id };
  },
  async reported({ newcomer }, { api }) {
    const reportableId = (await newcomer()).accountId;
    await api.fileReport({ body: { reportableType: 'account', reportableId, reason: 'spam' } });
    return { id: caseIdOf('account', reportableId) };
  },
  job,
  file,
  chat,
  auditEntry,
  projection,
  parkedEvent,
  country,
  place,
  async image({ next }, { api }) {
    const [image] = await api.previewImages({ body: { word: `sea ${next()}`, count: 1 } });
    return { id: image?.id ?? '' };
  },
  kept,
  shelf,
  /** Placeholder for requests without a target. */
  async nothing({ people }) {
    return { id: people.owner.accountId };
  },
} satisfies Record<string, Make>;

/** Kinds of targets. */
export type TargetKind = keyof typeof targetMakers;
