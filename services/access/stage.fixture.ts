import { derivedId, newId } from '@waystory/infra/kit/identifier.ts';
import type { Role } from '@waystory/infra/kit/viewer.ts';
import type { Person, TestProduct } from '../testing/product.ts';
import type { Caller, Variant } from './expected-status.ts';

/** Somebody that requests come from; nobody at all for `anonymous`. */
type People = Record<Exclude<Caller, 'anonymous'> | 'bystander', Person>;
/** What a request names its object by. */
export type Ids = Readonly<Record<string, string>>;
type Make = (holder: Person, variant: Variant) => Promise<Ids>;

const coordinates = { latitude: 38.6916, longitude: -9.216 };
const rolesOf: Readonly<Partial<Record<keyof People, Role[]>>> = { moderator: ['moderator'], admin: ['admin'] };
const absent = (): Ids => {
  const id = newId();
  return { id, itineraryId: id };
};

/** People with accounts, and things of theirs in every variant. */
export async function stageOn(product: TestProduct) {
  const names = ['user', 'owner', 'moderator', 'admin', 'bystander'] as const;
  const people = Object.fromEntries(names.map((name) => [name, product.person(name, ...(rolesOf[name] ?? []))])) as People; // by the names above
  for (const person of Object.values(people)) await person.api.createAccount({});
  const { owner, moderator, admin } = people;
  let counted = 0;

  const story: Make = async (holder, variant) => {
    const visibility = variant === 'own' || variant === 'private' ? 'PRIVATE' : variant === 'unlisted' ? 'UNLISTED' : 'PUBLIC';
    const { id } = await holder.api.createItinerary({ body: { title: `Story ${++counted}`, visibility } });
    return { id, itineraryId: id };
  };
  /** What a story has in it is taken out of sight with it. */
  const finished = async (holder: Person, variant: Variant, { itineraryId = '', ...ids }: Ids): Promise<Ids> => {
    if (variant === 'hidden') await moderator.api.patchItinerary({ params: { id: itineraryId }, body: { hidden: true } });
    if (variant === 'deleted') await holder.api.deleteItinerary({ params: { id: itineraryId } });
    return { itineraryId, ...ids };
  };
  const stopIn = async (holder: Person, { itineraryId = '' }: Ids): Promise<Ids> => {
    const { id } = await holder.api.addStop({ params: { itineraryId }, body: { title: 'Tower', coordinates } });
    await product.anonymous.getStop({ params: { id } }).catch(() => {}); // private ones are not for them
    return { itineraryId, id };
  };
  /** The story that something of the caller's hangs on is another's, so that only the thing itself is theirs. */
  const held = async (holder: Person, variant: Variant) => story(variant === 'own' ? owner : holder, variant === 'own' ? 'public' : variant);

  const post: Make = async (holder, variant) => {
    const { itineraryId = '' } = await held(holder, variant);
    const { id } = await holder.api.createPost({ body: { text: `Post ${++counted}`, postableType: 'itinerary', postableId: itineraryId } });
    if (variant === 'hidden') await moderator.api.patchPost({ params: { id }, body: { hidden: true } });
    if (variant === 'deleted') await holder.api.deletePost({ params: { id } });
    return { id };
  };
  const reaction: Make = async (holder, variant) => {
    const { itineraryId = '' } = await held(holder, variant);
    const { id } = await holder.api.createReaction({ body: { reactableType: 'itinerary', reactableId: itineraryId, reactionType: 'like' } });
    if (variant === 'deleted')
      await holder.api.deleteReaction({ params: { reactableType: 'itinerary', reactableId: itineraryId, reactionType: 'like' } });
    else await finished(owner, variant, { itineraryId });
    return { id, itineraryId };
  };
  const account: Make = async (holder, variant) => {
    if (variant === 'own' || variant === 'public') return { id: holder.accountId };
    const gone = product.person(`gone-${++counted}`);
    await gone.api.createAccount({});
    await gone.api.deleteAccount({ params: { id: gone.accountId } });
    return { id: gone.accountId };
  };
  const newcomer = async (): Promise<string> => {
    const person = product.person(`newcomer-${++counted}`);
    await person.api.createAccount({});
    return person.accountId;
  };
  const follow: Make = async (holder, variant) => {
    const followingId = await newcomer();
    const { id } = await holder.api.createFollow({ body: { followingId } });
    if (variant === 'deleted') await holder.api.deleteFollow({ params: { id: followingId } });
    return { id };
  };
  const report: Make = async (holder) => {
    const { id } = await holder.api.fileReport({ body: { reportableType: 'account', reportableId: await newcomer(), reason: 'spam' } });
    return { id };
  };
  /** A job that has ended, as the log tells of it. */
  const job: Make = async (holder) => {
    const id = newId();
    const plan = { accountId: holder.accountId, roles: [], context: 'social', collection: 'posts', operation: 'DELETE', filter: '{}', changes: null };
    const event = (type: string, data: Record<string, unknown>) => ({
      ...{ id: newId(), type, schema: 1, data, at: new Date().toISOString() },
      meta: { actorId: holder.accountId, commandId: newId() },
    });
    await product.engines.events.append(`job-${id}`, 0, [event('JobStarted', { ...plan, matched: 0 }), event('JobCompleted', {})]);
    return { id };
  };
  const auditEntry: Make = async () => {
    await finished(owner, 'hidden', await story(owner, 'public'));
    const { items } = await admin.api.listAudit({ query: { limit: 1 } });
    return { id: items[0]?.id ?? '' };
  };

  const country: Make = async (_, variant) => {
    const code = `${letter(counted / 26)}${letter(counted++)}`;
    const { id } = await admin.api.createCountry({ body: { code, name: `Country ${code}` } });
    if (variant === 'deleted') await admin.api.deleteCountry({ params: { id } });
    return { id };
  };
  const place: Make = async (_, variant) => {
    const { id } = await admin.api.createPlace({ body: { name: `Place ${++counted}`, coordinates } });
    if (variant === 'deleted') await admin.api.deletePlace({ params: { id } });
    return { id };
  };

  const makers = {
    itinerary: async (holder, variant) => finished(holder, variant, await story(holder, variant)),
    day: async (holder, variant) => {
      const ids = await story(holder, variant);
      const { id } = await holder.api.addDay({ params: { itineraryId: ids.itineraryId ?? '' }, body: {} });
      return finished(holder, variant, { ...ids, id });
    },
    stop: async (holder, variant) => finished(holder, variant, await stopIn(holder, await story(holder, variant))),
    post,
    reaction,
    account,
    follow,
    report,
    job,
    auditEntry,
    country,
    place,
    image: async (holder) => ({ id: (await holder.api.previewImages({ body: { word: `sea ${++counted}`, count: 1 } }))[0]?.id ?? '' }),
    /** A public story that the caller, if it is to be theirs, has liked and saved. */
    kept: async (holder, variant) => {
      const { id = '', itineraryId = '' } = await stopIn(owner, await story(owner, 'public'));
      if (variant === 'own') {
        await holder.api.createReaction({ body: { reactableType: 'itinerary', reactableId: itineraryId, reactionType: 'like' } });
        await holder.api.saveItinerary({ body: { itineraryId } });
        await holder.api.saveStop({ body: { stopId: id } });
      }
      return { id, itineraryId };
    },
    followed: async (holder, variant) => {
      const id = await newcomer();
      if (variant === 'own') await holder.api.createFollow({ body: { followingId: id } });
      return { id };
    },
    nothing: async () => ({ itineraryId: derivedId('nothing') }),
  } satisfies Record<string, Make>;

  async function make(kind: keyof typeof makers, variant: Variant, holder: Person): Promise<Ids> {
    if (variant === 'unknown') return absent();
    if (variant === 'malformed') return { id: 'not-an-id', itineraryId: 'not-an-id' };
    return makers[kind](holder, variant);
  }
  return { people, make };
}

const letter = (index: number): string => String.fromCharCode(65 + (Math.floor(index) % 26));

export type Stage = Awaited<ReturnType<typeof stageOn>>;
export type Kind = Parameters<Stage['make']>[0];
