import { type AnyEvent, type EventContext, type Stream, streamName } from '@waystory/infra/commands/decider.ts';
import { Rejected } from '@waystory/infra/errors.ts';
import type { RecordedEvent } from '@waystory/infra/event-store/port.ts';
import { derivedId } from '@waystory/infra/identifier.ts';
import type { Principal } from '@waystory/infra/identity/principal.ts';
import { schemaVersion } from '@waystory/proto/kit/event.ts';
import type { Address } from '@waystory/proto/kit/field.ts';
import { docsIn } from '@waystory/services/itineraries/itinerary/doc-table.ts';
import { type StoryCommand, storyStream } from '@waystory/services/itineraries/itinerary/story.stream.ts';
import type { Story } from '@waystory/services/itineraries/itinerary/story.ts';
import { noAddress, placeStream } from '@waystory/services/itineraries/place/place.ts';
import type { ChosenPlace } from '@waystory/services/itineraries/stop/stop.ts';
import type { Draw } from '../requests/draw.ts';

/** An in-memory log that the product's deciders fill. */
interface Chronicle {
  log: readonly RecordedEvent[];
  /** Executes a command; a refused command appends nothing. */
  tell<C, S, E extends AnyEvent>(stream: Stream<C, S, E>, id: string, command: C, actor: Principal): void;
  state<C, S, E extends AnyEvent>(stream: Stream<C, S, E>, id: string): S;
}

const [secondMs, dayMs] = [1_000, 86_400_000];
/** Days of all chronicles end before tokens of 2100 are issued. */
const firstDay = Date.UTC(1980, 0, 1);
let chronicles = 0;

/**
 * Each chronicle has its own day, because some documents are about a day.
 * @param salt makes the ids unique
 */
export function createChronicle(salt: string): Chronicle {
  const began = firstDay + chronicles++ * dayMs;
  const log: RecordedEvent[] = [];
  const record = <E extends AnyEvent>(stream: string, vocabulary: Stream<unknown, unknown, E>['events'], event: E, actor: Principal): void => {
    const position = log.length + 1;
    const role = actor.roles[0];
    log.push({
      id: derivedId(salt, String(position)),
      type: event.type,
      schema: schemaVersion(vocabulary, event.type),
      data: JSON.parse(JSON.stringify(event.data)),
      at: new Date(began + position * secondMs).toISOString(),
      meta: { actorId: actor.accountId, commandId: derivedId(salt, 'command', String(position)), ...(role && { role }) },
      stream,
      version: log.filter((one) => one.stream === stream).length + 1,
      position,
    });
  };
  const state = <C, S, E extends AnyEvent>({ category, decider }: Stream<C, S, E>, id: string): S => {
    const own = log.filter(({ stream }) => stream === streamName(category, id));
    // A stream holds events of one decider only.
    return own.reduce(
      (before, { type, data, stream, version, at }) => decider.evolve(before, { type, data, stream, version, at } as unknown as E & EventContext),
      decider.initial,
    );
  };
  return {
    log,
    state,
    tell: (stream, id, command, actor) => {
      try {
        for (const event of stream.decider.decide(command, state(stream, id))) record(streamName(stream.category, id), stream.events, event, actor);
      } catch (error) {
        if (!(error instanceof Rejected)) throw error;
      }
    },
  };
}

export interface Author {
  chronicle: Chronicle;
  draw: Draw;
  idOf(...words: string[]): string;
}

export const tripIds = ({ idOf }: Pick<Author, 'idOf'>): string[] => ['first', 'second'].map((name) => idOf('trip', name));

const coordinates = { latitude: 38.7, longitude: -9.1 };
const address: Address = { ...noAddress, city: 'Lisbon', countryCode: 'PT' };
const placeNames = ['a bench', 'a wall'];

/** Begins an itinerary with days and stops, or changes it. */
export function tellOfStory(author: Author, itineraryId: string, actor: Principal): void {
  const { chronicle, idOf } = author;
  const tell = (command: StoryCommand): void => chronicle.tell(storyStream, itineraryId, command, actor);
  const story = chronicle.state(storyStream, itineraryId);
  if (story.itinerary) tell(drawChange(author, story, actor));
  // A deleted itinerary is never created again.
  if (chronicle.log.some(({ stream }) => stream === `${storyStream.category}-${itineraryId}`)) return;
  tell({ type: 'CreateItinerary', accountId: actor.accountId ?? '', itinerary: { title: `Lisbon`, visibility: 'PUBLIC' }, actor });
  const dayIds = ['one', 'two'].map((name) => idOf('day', itineraryId, name));
  for (const dayId of dayIds) tell({ type: 'AddDay', dayId, day: {}, actor });
  for (const dayId of dayIds) tell(stopAdded(author, itineraryId, [dayId], actor));
}

function stopAdded(author: Author, itineraryId: string, dayIds: string[], actor: Principal): StoryCommand {
  const { chronicle, draw, idOf } = author;
  const stopId = idOf('stop', itineraryId, String(chronicle.log.length));
  const origin = draw.once(4) ? 'ASSISTANT' : 'PERSON';
  return { type: 'AddStop', stopId, stop: { title: `stop ${chronicle.log.length}`, dayIds }, place: chosen(author), origin, actor };
}

function chosen({ draw, idOf }: Author): ChosenPlace {
  const placeName = draw.pick(placeNames);
  const at = { placeName, placeFullName: placeName, coordinates, address, countryId: idOf('country'), countryCode: 'PT' };
  return { placeId: idOf('place', placeName), ...at, placeOrigin: draw.once(3) ? 'WORLD' : 'PERSON' };
}

function drawChange(author: Author, { days, stops }: Story, actor: Principal): StoryCommand {
  const { chronicle, draw, idOf } = author;
  const [allDays, allStops] = [docsIn(days), docsIn(stops)];
  const dayIds = allDays.map(({ id }) => id);
  const stopIds = allStops.map(({ id }) => id);
  const itineraryId = allStops[0]?.itineraryId ?? allDays[0]?.itineraryId ?? '';
  const text = `text ${chronicle.log.length}`;
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

export function tellOfPlace({ chronicle, draw, idOf }: Author, actor: Principal): void {
  const name = draw.pick(placeNames);
  const placeId = idOf('place', name);
  const commands = [
    { type: 'CreatePlace', placeId, place: { name, coordinates, address }, accountId: actor.accountId ?? '' },
    { type: 'CreatePlace', placeId, place: { name, coordinates, address }, accountId: actor.accountId ?? '' },
    { type: 'PatchPlace', changes: { imageUrl: `https://example.org/${chronicle.log.length}.jpg` } },
    { type: 'DeletePlace' },
  ] as const;
  chronicle.tell(placeStream, placeId, draw.pick(commands), actor);
}
