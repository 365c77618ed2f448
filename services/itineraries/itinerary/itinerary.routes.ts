import { ifAvailable, orThrow } from '@waystory/infra/errors.ts';
import { accountOf, bind, commandsOn } from '@waystory/infra/http/route-handler.ts';
import { derivedId } from '@waystory/infra/identifier.ts';
import {
  fieldsOf,
  JsonBody,
  type JsonText,
  listText,
  madeOnce,
  pageText,
  parseText,
  withFields,
} from '@waystory/infra/read-models/reads/json-text.ts';
import type { Reads } from '@waystory/infra/read-models/reads/read-side.ts';
import { type Itinerary, itineraryRoutes } from '@waystory/proto/itineraries/itinerary.ts';
import { eq } from '@waystory/proto/kit/filter.ts';
import { textsWithSeenStops } from '../stop/seen-stops.ts';
import { stopTextsOf } from '../stop/stop.view.ts';
import { bareItinerary, cardTextsOf, type View, viewedItinerary, viewTextsOf } from './itinerary.view.ts';
import { findMissingReferences } from './references.ts';
import { days, itineraries, stops } from './stories.projection.ts';
import { storyStream } from './story.stream.ts';
import type { Story } from './story.ts';

const command = commandsOn(storyStream);
const itineraryOf = ({ itinerary }: Story): View => bareItinerary(orThrow(itinerary, 'itinerary/unknown'));

const create = command<typeof itineraryRoutes.createItinerary>((request, { commands }) => {
  const { accountId = accountOf(request), daysCount = 0, ...itinerary } = request.body;
  const dayIds = Array.from({ length: daysCount }, (_, index) => derivedId('day', request.newId, String(index + 1)));
  const make = async () => {
    const dangling = await findMissingReferences(itinerary, commands);
    return { type: 'CreateItinerary' as const, accountId, itinerary, dayIds, dangling, actor: request.principal };
  };
  return { id: request.newId, command: make };
}, itineraryOf);

const patch = command<typeof itineraryRoutes.patchItinerary>(
  ({ params, body: changes, principal: actor }, { commands }) => ({
    id: params.id,
    command: async () => ({ type: 'PatchItinerary', changes, dangling: await findMissingReferences(changes, commands), actor }),
  }),
  itineraryOf,
);

const moveBin = (type: 'BinItinerary' | 'UnbinItinerary') =>
  command<typeof itineraryRoutes.binItinerary>(({ params, principal: actor }) => ({ id: params.id, command: { type, actor } }), itineraryOf);
const [putIntoBin, takeOutOfBin] = [moveBin('BinItinerary'), moveBin('UnbinItinerary')];

/** A write's answer with what is no part of the story's own stream. */
async function withLikes<A extends { body: View }>(id: string, answer: Promise<A>, reads: Reads) {
  const [counted, { body, ...rest }] = await Promise.all([ifAvailable(reads.one(itineraries, id)), answer]);
  return viewedItinerary({ ...rest, body: { ...body, likeCount: counted?.likeCount ?? 0 } }, reads);
}

const versionOf = madeOnce((text: JsonText<Itinerary>) => ({ version: parseText(fieldsOf(text, ['version'])[0]) }));

export const routes = bind(itineraryRoutes, {
  createItinerary: async (request, services) => viewedItinerary(await create(request, services), services.reads),
  listItineraries: async ({ query }, { reads }) => {
    const page = await reads.listTexts(itineraries, query);
    return { body: new JsonBody(pageText({ ...page, items: await viewTextsOf(await textsWithSeenStops(page.items, reads), reads) })) };
  },
  getItinerary: async ({ params, query: { include = [] } }, { reads }) => {
    const ofThis = eq('itineraryId', params.id);
    const none = { limit: 0 };
    const [[itinerary], itsDays, itsStops] = await reads.texts([
      { collection: itineraries, where: eq('id', params.id), limit: 1 },
      { collection: days, where: ofThis, sort: [{ field: 'number', direction: 1 }], limit: 100, ...(!include.includes('days') && none) },
      { collection: stops, where: ofThis, sort: [{ field: 'index', direction: 1 }], limit: 1_000, ...(!include.includes('stops') && none) },
    ]);
    const story = orThrow(itinerary, 'itinerary/unknown');
    const [[shown = story], shownDays, stopViews] = await Promise.all([
      textsWithSeenStops([story], reads),
      textsWithSeenStops(itsDays, reads),
      stopTextsOf(itsStops, reads),
    ]);
    const [view] = await viewTextsOf([shown], reads);
    const alone = orThrow(view, 'itinerary/unknown');
    const withDays = include.includes('days') ? withFields(alone, { days: listText(shownDays.map(({ text }) => text)) }) : alone;
    const text = include.includes('stops') ? withFields(withDays, { stops: listText(stopViews) }) : withDays;
    return { body: new JsonBody(text), version: versionOf(story).version };
  },
  patchItinerary: async (request, services) => withLikes(request.params.id, patch(request, services), services.reads),
  binItinerary: async (request, services) => withLikes(request.params.id, putIntoBin(request, services), services.reads),
  unbinItinerary: async (request, services) => withLikes(request.params.id, takeOutOfBin(request, services), services.reads),
  deleteItinerary: command(
    ({ params, query: { reason }, principal }) => ({ id: params.id, command: { type: 'DeleteItinerary', reason, actor: principal } }),
    () => undefined,
  ),
  listItineraryProjections: async ({ query }, { reads }) => {
    const page = await reads.listTexts(itineraries, query);
    return { body: new JsonBody(pageText({ ...page, items: await cardTextsOf(page.items, reads) })) };
  },
});
