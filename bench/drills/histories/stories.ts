import type { Principal } from '@waystory/infra/identity/principal.ts';
import type { Address } from '@waystory/proto/kit/field.ts';
import { docsIn } from '@waystory/services/itineraries/itinerary/doc-table.ts';
import { type StoryCommand, storyStream } from '@waystory/services/itineraries/itinerary/story.stream.ts';
import type { Story } from '@waystory/services/itineraries/itinerary/story.ts';
import { noAddress, placeStream } from '@waystory/services/itineraries/place/place.ts';
import type { ChosenPlace } from '@waystory/services/itineraries/stop/stop.ts';
import type { Draw } from '../requests/draw.ts';
import type { SimulatedLog } from './chronicle.ts';

export interface Author {
  chronicle: SimulatedLog;
  draw: Draw;
  idOf(...words: string[]): string;
}

/** Unique word of an account, which every text that it writes for others contains. */
export const uniqueWordOf = ({ accountId }: Principal): string => `w${(accountId ?? '').replaceAll('-', '')}`;

export const itineraryIdsOf = ({ idOf }: Pick<Author, 'idOf'>): string[] => ['first', 'second'].map((name) => idOf('trip', name));

export const lisbonCoordinates = { latitude: 38.7, longitude: -9.1 };
const address: Address = { ...noAddress, city: 'Lisbon', countryCode: 'PT' };
const placeNames = ['a bench', 'a wall'];

/** Begins an itinerary with days and stops, or changes it. */
export function recordStoryAct(author: Author, itineraryId: string, actor: Principal): void {
  const { chronicle, idOf } = author;
  const tell = (command: StoryCommand): void => chronicle.tell(storyStream, itineraryId, command, actor);
  const story = chronicle.state(storyStream, itineraryId);
  if (story.itinerary) tell(drawChange(author, story, actor));
  // A deleted itinerary is never created again.
  if (chronicle.log.some(({ stream }) => stream === `${storyStream.category}-${itineraryId}`)) return;
  tell({
    type: 'CreateItinerary',
    accountId: actor.accountId ?? '',
    itinerary: { title: `Lisbon ${uniqueWordOf(actor)}`, visibility: 'PUBLIC' },
    actor,
  });
  const dayIds = ['one', 'two'].map((name) => idOf('day', itineraryId, name));
  for (const dayId of dayIds) tell({ type: 'AddDay', dayId, day: {}, actor });
  for (const dayId of dayIds) tell(stopAdded(author, itineraryId, [dayId], actor));
}

function stopAdded(author: Author, itineraryId: string, dayIds: string[], actor: Principal): StoryCommand {
  const { chronicle, draw, idOf } = author;
  const stopId = idOf('stop', itineraryId, String(chronicle.log.length));
  const origin = draw.once(4) ? 'ASSISTANT' : 'PERSON';
  return {
    type: 'AddStop',
    stopId,
    stop: { title: `stop ${chronicle.log.length} ${uniqueWordOf(actor)}`, dayIds },
    place: chosen(author),
    origin,
    actor,
  };
}

function chosen({ draw, idOf }: Author): ChosenPlace {
  const placeName = draw.pick(placeNames);
  const at = { placeName, placeFullName: placeName, coordinates: lisbonCoordinates, address, countryId: idOf('country'), countryCode: 'PT' };
  return { placeId: idOf('place', placeName), ...at, placeOrigin: draw.once(3) ? 'WORLD' : 'PERSON' };
}

function drawChange(author: Author, { days, stops }: Story, actor: Principal): StoryCommand {
  const { chronicle, draw, idOf } = author;
  const [allDays, allStops] = [docsIn(days), docsIn(stops)];
  const dayIds = allDays.map(({ id }) => id);
  const stopIds = allStops.map(({ id }) => id);
  const itineraryId = allStops[0]?.itineraryId ?? allDays[0]?.itineraryId ?? '';
  const text = `text ${chronicle.log.length} ${uniqueWordOf(actor)}`;
  const ofStory: (() => StoryCommand)[] = [
    () => ({ type: 'PatchItinerary', changes: { title: text, visibility: draw.pick(['PUBLIC', 'UNLISTED', 'PRIVATE'] as const) }, actor }),
    () => ({ type: 'PatchItinerary', changes: { hidden: draw.once(2) }, actor }),
    () => ({ type: 'AddDay', dayId: idOf('day', text), day: { title: text }, actor }),
    () => stopAdded(author, itineraryId, draw.some(dayIds), actor),
    // Frequent deletions would leave no story.
    () => (draw.once(3) ? { type: 'DeleteItinerary', actor } : { type: 'PatchItinerary', changes: { title: text }, actor }),
  ];
  const ofDays = (dayId: string): (() => StoryCommand)[] => [
    () => ({ type: 'PatchDay', dayId, changes: { stopIds: draw.some(stopIds).toReversed() }, actor }),
    () => ({ type: 'RemoveDay', dayId, actor }),
  ];
  const ofStops = (stopId: string): (() => StoryCommand)[] => [
    () => ({ type: 'PatchStop', stopId, changes: { dayIds: draw.some(dayIds), index: draw.below(4) }, actor }),
    () => ({ type: 'PatchStop', stopId, changes: { title: text, state: draw.pick(['ACCEPTED', 'SUGGESTED'] as const) }, actor }),
    () => ({ type: 'RemoveStop', stopId, actor }),
  ];
  const possible = [ofStory, ...(dayIds.length > 0 ? [ofDays(draw.pick(dayIds))] : []), ...(stopIds.length > 0 ? [ofStops(draw.pick(stopIds))] : [])];
  return draw.pick(draw.pick(possible))();
}

export function recordCustomPlaces({ chronicle }: Author, actor: Principal): void {
  for (const { type, data } of [...chronicle.log]) {
    if (type !== 'StopAdded' || data.placeOrigin !== 'PERSON') continue;
    const place = { name: String(data.placeName), coordinates: lisbonCoordinates, address };
    chronicle.tell(
      placeStream,
      String(data.placeId),
      { type: 'CreatePlace', placeId: String(data.placeId), place, accountId: actor.accountId ?? '' },
      actor,
    );
  }
}

export function recordPlaceAct({ chronicle, draw, idOf }: Author, actor: Principal): void {
  const name = draw.pick(placeNames);
  const placeId = idOf('place', name);
  const commands = [
    { type: 'CreatePlace', placeId, place: { name, coordinates: lisbonCoordinates, address }, accountId: actor.accountId ?? '' },
    { type: 'CreatePlace', placeId, place: { name, coordinates: lisbonCoordinates, address }, accountId: actor.accountId ?? '' },
    { type: 'PatchPlace', changes: { imageUrl: `https://example.org/${chronicle.log.length}.jpg` } },
    { type: 'DeletePlace' },
  ] as const;
  chronicle.tell(placeStream, placeId, draw.pick(commands), actor);
}
