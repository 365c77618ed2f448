import { type EventContext, type Evolve, type Stream, streamId, streamName } from '@waystory/infra/commands/decider.ts';
import { eraseType } from '@waystory/infra/erase.ts';
import { Rejected } from '@waystory/infra/errors.ts';
import { maxGrowthBytes, mostStoryBytes } from '@waystory/proto/itineraries/story-size.ts';
import { dayHandlers, recountLegs } from '../day/day.events.ts';
import { type DayCommand, decideDay } from '../day/day.ts';
import { stopHandlers } from '../stop/stop.events.ts';
import { decideStop, type StopCommand } from '../stop/stop.ts';
import { rescheduleStops } from './dates.ts';
import { docIn } from './doc-table.ts';
import { itineraryHandlers } from './itinerary.events.ts';
import { decideItinerary, type ItineraryCommand, requireChangeableItinerary } from './itinerary.ts';
import { changeStory, noStory, type Story, type StoryDocs, type StoryEvent, type StoryHandlers, storyBytesOf, storyEvents } from './story.ts';

export type StoryCommand = ItineraryCommand | DayCommand | StopCommand;

function decide(command: StoryCommand, story: Story, evolve: Evolve<Story, StoryEvent> = evolveWithoutContext(story)): StoryEvent[] {
  const events = decideAlone(command, story);
  requireSize(story, events, evolve);
  const hadDate = (story.itinerary?.firstDate ?? null) !== null;
  const { firstDate } = command.type === 'PatchItinerary' ? command.changes : command.type === 'CreateItinerary' ? command.itinerary : {};
  const getsDate = firstDate !== undefined;
  if (events.length === 0 || !(hadDate || getsDate)) return events;
  return [...events, ...rescheduleStops(story, evolve(events))];
}

/** Evolve function for rules about dates and bytes, which need neither the version nor the time of an event. */
const evolveWithoutContext =
  (story: Story): Evolve<Story, StoryEvent> =>
  (events) => {
    const context = { stream: streamName(storyStream.category, String(story.itinerary?.id)), version: 0, at: '' };
    return evolveAll(
      story,
      events.map((event) => ({ ...event, ...context })),
    );
  };

/**
 * A story above the limit may still change, unless it becomes larger.
 * @throws Rejected `itinerary/too-large`
 */
function requireSize(story: Story, events: readonly StoryEvent[], evolve: Evolve<Story, StoryEvent>): void {
  const before = storyBytesOf(story);
  const estimate = events.reduce((sum, { data }) => sum + maxGrowthBytes(data), before);
  if (estimate <= mostStoryBytes) return;
  const bytes = storyBytesOf(evolve(events));
  if (bytes > mostStoryBytes && bytes > before) throw new Rejected('itinerary/too-large', { bytes, most: mostStoryBytes });
}

function decideAlone(command: StoryCommand, story: Story): StoryEvent[] {
  switch (command.type) {
    case 'CreateItinerary':
    case 'PatchItinerary':
    case 'BinItinerary':
    case 'UnbinItinerary':
    case 'DeleteItinerary':
    case 'EmptyBin':
      return decideItinerary(command, story);
    case 'AddDay':
    case 'PatchDay':
    case 'OptimizeDay':
    case 'RemoveDay':
      return decideDay(command, story, requireChangeableItinerary(story, command.actor));
    case 'AddStop':
    case 'PatchStop':
    case 'RemoveStop':
    case 'DecideStops':
    case 'RestoreStop':
      return decideStop(command, story, requireChangeableItinerary(story, command.actor));
    default:
      return command satisfies never;
  }
}

/** Version that a command is checked against: that of the day or stop that it changes or removes, otherwise that of the itinerary. */
function versionOf({ itinerary, days, stops }: Story, command: StoryCommand): number | undefined {
  switch (command.type) {
    case 'PatchDay':
    case 'OptimizeDay':
    case 'RemoveDay':
      return docIn(days, command.dayId)?.version;
    case 'PatchStop':
    case 'RemoveStop':
      return docIn(stops, command.stopId)?.version;
    default:
      return itinerary?.version;
  }
}

const handlers = { ...itineraryHandlers, ...dayHandlers, ...stopHandlers };

const handle = (event: StoryEvent & EventContext, docs: StoryDocs): void =>
  eraseType<(event: StoryEvent & EventContext, docs: StoryDocs) => void>(handlers[event.type])(event, docs);

/** Events that change the sequence of accepted stops. */
const rearranging = { StopMoved: withLegs, StopRemoved: withLegs, DayRemoved: withLegs, StopAccepted: withLegs, StopSuggested: withLegs };

/** Whether an event may change the sequence of accepted stops. */
const rearranges = ({ type, data }: StoryEvent): boolean => (type === 'StopAdded' ? data.dayIds.length > 0 : type in rearranging);

function withLegs(event: StoryEvent & EventContext, docs: StoryDocs): void {
  handle(event, docs);
  recountLegs(docs, streamId(event.stream));
}

/** Effect of every event of a story on documents, in memory and in the read model alike. */
export const storyHandlers = {
  ...handlers,
  StopAdded: (event, docs) => (rearranges(event) ? withLegs : handle)(event, docs),
  ...rearranging,
} satisfies StoryHandlers<StoryEvent['type']>;

function evolveAll(story: Story, events: readonly (StoryEvent & EventContext)[]): Story {
  return changeStory(story, (docs) => {
    for (const event of events) handle(event, docs);
    // No event reads the legs, so they are counted once at the end.
    const last = events.findLast(rearranges);
    if (last) recountLegs(docs, streamId(last.stream));
  });
}

/** One stream per itinerary holds the itinerary with its days and stops. */
export const storyStream: Stream<StoryCommand, Story, StoryEvent> = {
  category: 'itinerary',
  stateVersion: 7,
  events: storyEvents,
  decider: { initial: noStory, decide, evolve: (story, event) => evolveAll(story, [event]), evolveAll },
  versionOf,
};
