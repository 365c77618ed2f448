import { accountRoutes } from '@waystory/proto/accounts/account.ts';
import { followRoutes } from '@waystory/proto/accounts/follow.ts';
import { countryRoutes } from '@waystory/proto/itineraries/country.ts';
import { dayRoutes } from '@waystory/proto/itineraries/day.ts';
import { itineraryRoutes } from '@waystory/proto/itineraries/itinerary.ts';
import { placeRoutes } from '@waystory/proto/itineraries/place.ts';
import { stopRoutes } from '@waystory/proto/itineraries/stop.ts';
import { createClient } from '@waystory/proto/kit/client.ts';
import { imageRoutes } from '@waystory/proto/media/image.ts';
import { auditRoutes } from '@waystory/proto/operations/audit.ts';
import { caseRoutes } from '@waystory/proto/operations/case.ts';
import { reportRoutes } from '@waystory/proto/operations/report.ts';
import { collectionRoutes } from '@waystory/proto/social/collection.ts';
import { postRoutes } from '@waystory/proto/social/post.ts';
import { reactionRoutes } from '@waystory/proto/social/reaction.ts';
import { saveRoutes } from '@waystory/proto/social/save.ts';

const routes = {
  ...{ ...accountRoutes, ...followRoutes, ...countryRoutes, ...dayRoutes, ...itineraryRoutes, ...placeRoutes, ...stopRoutes },
  ...{ ...imageRoutes, ...auditRoutes, ...caseRoutes, ...reportRoutes, ...postRoutes, ...reactionRoutes, ...saveRoutes, ...collectionRoutes },
};

/** Ids of existing things by kind. */
export type KnownThings = Readonly<Record<Kind, readonly string[]>>;
export const kinds = [
  ...(['accounts', 'itineraries', 'days', 'stops', 'posts', 'reactions', 'follows'] as const),
  ...(['collections', 'countries', 'places', 'images', 'reports', 'cases', 'audit'] as const),
] as const;
export type Kind = (typeof kinds)[number];

const visibilities = ['PUBLIC', 'PRIVATE', 'UNLISTED', 'PUBLIC'] as const;
const codes = ['XA', 'XB', 'XC', 'XD'];

export interface Tokens {
  traveller: string;
  moderator: string;
  admin: string;
}

/** Fills an empty product with things of a traveller, an administrator and a moderator. */
export async function makeKnownThings(origin: string, tokens: Tokens): Promise<KnownThings> {
  const apiOf = (token: string) => createClient(routes, { baseUrl: `${origin}/api`, token: async () => token });
  const [traveller, moderator, admin] = [apiOf(tokens.traveller), apiOf(tokens.moderator), apiOf(tokens.admin)];
  const known: Record<Kind, string[]> = {
    ...{ accounts: [], itineraries: [], days: [], stops: [], posts: [], reactions: [], follows: [] },
    ...{ collections: [], countries: [], places: [], images: [], reports: [], cases: [], audit: [] },
  };
  for (const one of [traveller, moderator, admin]) known.accounts.push((await one.createAccount({})).id);
  const [travellerId = '', moderatorId = ''] = known.accounts;
  known.follows.push((await traveller.createFollow({ body: { followingId: moderatorId } })).id);
  known.follows.push((await moderator.createFollow({ body: { followingId: travellerId } })).id);
  for (const code of codes) known.countries.push((await admin.createCountry({ body: { code, name: `Country ${code}` } })).id);
  for (const visibility of visibilities) {
    const itineraryId = (await traveller.createItinerary({ body: { title: `A ${visibility} story`, visibility } })).id;
    const coordinates = { latitude: 38.7, longitude: -9.1 };
    const stop = await traveller.addStop({ params: { itineraryId }, body: { title: 'Tower', coordinates } });
    known.itineraries.push(itineraryId);
    known.days.push((await traveller.addDay({ params: { itineraryId }, body: { title: 'Morning' } })).id);
    known.stops.push(stop.id);
    known.places.push(stop.placeId);
    const on = { postableType: 'itinerary', postableId: itineraryId } as const;
    known.posts.push((await traveller.createPost({ body: { text: 'See you there', ...on } })).id);
    const like = { reactableType: 'itinerary', reactableId: itineraryId, reactionType: 'like' } as const;
    known.reactions.push((await traveller.createReaction({ body: like })).id);
    await traveller.saveItinerary({ body: { itineraryId } });
    const { id } = await traveller.createCollection({ body: { title: 'Someday' } });
    for (const body of [{ kind: 'itinerary', targetId: itineraryId } as const, { kind: 'stop', targetId: stop.id } as const])
      await traveller.addCollectionEntry({ params: { id }, body });
    known.collections.push(id);
    const report = { reportableType: 'itinerary', reportableId: itineraryId, reason: 'other' } as const;
    known.reports.push((await traveller.fileReport({ body: report })).id);
  }
  known.images.push(...(await traveller.previewImages({ body: { word: 'sea', count: 3 } })).map(({ id }) => id));
  await moderator.patchItinerary({ params: { id: known.itineraries[3] ?? '' }, body: { hidden: true } });
  known.cases.push(...(await moderator.listCases({ query: { limit: 5 } })).items.map(({ id }) => id));
  known.audit.push(...(await admin.listAudit({ query: { limit: 5 } })).items.map(({ id }) => id));
  return known;
}
