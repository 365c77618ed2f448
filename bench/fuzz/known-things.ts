import { type Answered, must } from '../drills/environment/client.ts';
import type { Environment } from '../drills/environment/environment.ts';

export const kinds = [
  ...(['accounts', 'itineraries', 'days', 'stops', 'posts', 'reactions', 'follows'] as const),
  ...(['collections', 'countries', 'places', 'images', 'reports', 'cases', 'audit'] as const),
] as const;
type Kind = (typeof kinds)[number];
/** Ids of existing things by kind. */
export type KnownThings = Readonly<Record<Kind, readonly string[]>>;

/** Fills an empty product with things of a traveller, an administrator and a moderator. */
export async function makeKnownThings({ as }: Pick<Environment, 'as'>): Promise<KnownThings> {
  const asks = { traveller: as('traveller'), moderator: as('moderator'), admin: as('admin') };
  const known: Record<Kind, string[]> = {
    ...{ accounts: [], itineraries: [], days: [], stops: [], posts: [], reactions: [], follows: [] },
    ...{ collections: [], countries: [], places: [], images: [], reports: [], cases: [], audit: [] },
  };
  let after = 0;
  const send = async (who: keyof typeof asks, method: string, path: string, body?: object): Promise<Answered> => {
    const answered = await must(asks[who], { method, path: `/api/${path}`, headers: { 'x-after': String(after) }, ...(body && { body }) });
    after = Math.max(after, answered.position);
    return answered;
  };
  /** Makes a thing and keeps its id. */
  const make = async (who: keyof typeof asks, kind: Kind, body: object, path: string = kind): Promise<Answered['body']> => {
    const made = (await send(who, 'POST', path, body)).body;
    known[kind].push(String(made.id));
    return made;
  };
  const idsOf = (found: unknown): string[] => (Array.isArray(found) ? found.map((one) => String(Object(one).id)) : []);
  for (const who of ['traveller', 'moderator', 'admin'] as const) await make(who, 'accounts', {});
  const [travellerId, moderatorId] = known.accounts;
  await make('traveller', 'follows', { followingId: moderatorId });
  await make('moderator', 'follows', { followingId: travellerId });
  for (const code of ['XA', 'XB', 'XC', 'XD']) await make('admin', 'countries', { code, name: `Country ${code}` });
  for (const visibility of ['PUBLIC', 'PRIVATE', 'UNLISTED', 'PUBLIC']) {
    const itineraryId = String((await make('traveller', 'itineraries', { title: `A ${visibility} story`, visibility })).id);
    const at = `itineraries/${itineraryId}`;
    const stop = await make('traveller', 'stops', { title: 'Tower', coordinates: { latitude: 38.7, longitude: -9.1 } }, `${at}/stops`);
    known.places.push(String(stop.placeId));
    await make('traveller', 'days', { title: 'Morning' }, `${at}/days`);
    await make('traveller', 'posts', { text: 'See you there', postableType: 'itinerary', postableId: itineraryId });
    await make('traveller', 'reactions', { reactableType: 'itinerary', reactableId: itineraryId, reactionType: 'like' });
    await send('traveller', 'POST', 'saved-itineraries', { itineraryId });
    const { id } = await make('traveller', 'collections', { title: 'Someday' });
    for (const entry of [
      { kind: 'itinerary', targetId: itineraryId },
      { kind: 'stop', targetId: stop.id },
    ])
      await send('traveller', 'POST', `collections/${String(id)}/entries`, entry);
    await make('traveller', 'reports', { reportableType: 'itinerary', reportableId: itineraryId, reason: 'other' });
  }
  known.images.push(...idsOf((await send('traveller', 'POST', 'itineraries/preview-images', { word: 'sea', count: 3 })).json));
  await send('moderator', 'PATCH', `itineraries/${known.itineraries[3]}`, { hidden: true });
  known.cases.push(...idsOf((await send('moderator', 'GET', 'cases?limit=5')).body.items));
  known.audit.push(...idsOf((await send('admin', 'GET', 'audit?limit=5')).body.items));
  return known;
}
