import type { EventContext } from '@waystory/infra/commands/decider.ts';
import { differences, isEmpty, type Stream, streamId } from '@waystory/infra/commands/decider.ts';
import { Rejected } from '@waystory/infra/errors.ts';
import { isAdmin, isModerator, type Principal } from '@waystory/infra/identity/principal.ts';
import type { Itinerary, itineraryRoutes } from '@waystory/proto/itineraries/itinerary.ts';
import { mostGrowth, mostStoryBytes } from '@waystory/proto/itineraries/story-size.ts';
import type { z } from 'zod';
import { dayHandlers, recountLegs } from '../day/day.events.ts';
import { type DayCommand, decideDay } from '../day/day.ts';
import { stopHandlers } from '../stop/stop.events.ts';
import { decideStop, type StopCommand } from '../stop/stop.ts';
import { redated } from './dates.ts';
import { itineraryHandlers } from './itinerary.events.ts';
import { mustNotDangle } from './references.ts';
import { changeStory, noStory, type Story, type StoryDocs, type StoryEvent, type StoryHandlers, storyEvents } from './story.ts';
import { sizeOf } from './story-size.ts';

type CreateBody = Omit<z.output<typeof itineraryRoutes.createItinerary.body>, 'accountId' | 'daysCount'>;
type PatchBody = z.output<typeof itineraryRoutes.patchItinerary.body>;

export type ItineraryCommand =
  | { type: 'CreateItinerary'; accountId: string; itinerary: CreateBody; dayIds?: readonly string[]; dangling?: string[]; actor: Principal }
  | { type: 'PatchItinerary'; changes: PatchBody; dangling?: string[]; actor: Principal }
  | { type: 'BinItinerary' | 'UnbinItinerary'; actor: Principal }
  | { type: 'DeleteItinerary'; reason?: string | undefined; actor: Principal }
  /** It has been in the bin for as long as one may, since the version that put it there. */
  | { type: 'EmptyBin'; binnedAt: string };

function decideItinerary(command: ItineraryCommand, story: Story): StoryEvent[] {
  switch (command.type) {
    case 'CreateItinerary': {
      const { accountId, dayIds = [], actor } = command;
      if (accountId !== actor.accountId && !isAdmin(actor)) throw new Rejected('itinerary/other-account');
      if (story.itinerary) return [];
      mustNotDangle(command.dangling ?? [], command.itinerary, {}, 'itinerary');
      const { visibility = 'PRIVATE', ...written } = command.itinerary;
      const days = dayIds.map((dayId, index): StoryEvent => ({ type: 'DayAdded', data: { dayId, number: index + 1 } }));
      return [{ type: 'ItineraryCreated', data: { ...written, visibility, accountId } }, ...days];
    }
    case 'PatchItinerary':
      return patch(command, story);
    case 'BinItinerary':
      return bin(mayDelete(story, command.actor));
    case 'UnbinItinerary':
      return unbin(mayDelete(story, command.actor));
    case 'DeleteItinerary':
      return remove(command, story);
    case 'EmptyBin':
      return story.itinerary && story.itinerary.binnedAt === command.binnedAt ? [{ type: 'ItineraryDeleted', data: {} }] : [];
    default:
      return command satisfies never;
  }
}

function patch({ changes, dangling = [], actor }: Extract<ItineraryCommand, { type: 'PatchItinerary' }>, story: Story): StoryEvent[] {
  const { visibility, hidden, reason, ...written } = changes;
  const itinerary = visibleItinerary(story, actor);
  const events: StoryEvent[] = [];
  if (hidden !== undefined) {
    if (!isModerator(actor)) throw new Rejected('itinerary/only-moderators');
    const isOtherReason = hidden && reason !== undefined && reason !== itinerary.hiddenReason;
    if (hidden !== itinerary.hidden || isOtherReason)
      events.push({ type: hidden ? 'ItineraryHidden' : 'ItineraryRestored', data: { reason: reason ?? null } });
  }
  if (visibility === undefined && isEmpty(written)) return events;
  ownItinerary(story, actor);
  mustNotDangle(dangling, written, itinerary, 'itinerary');
  const rewritten = differences(itinerary, written);
  if (!isEmpty(rewritten)) events.push({ type: 'ItineraryRewritten', data: { changes: rewritten } });
  if (visibility && visibility !== itinerary.visibility) events.push({ type: 'ItineraryVisibilityChanged', data: { visibility } });
  return events;
}

/** An itinerary in the bin is visible to nobody else, so it becomes private first. */
function bin({ visibility, binnedAt }: Itinerary): StoryEvent[] {
  if (binnedAt !== null) return [];
  const withdrawn: StoryEvent[] = visibility === 'PRIVATE' ? [] : [{ type: 'ItineraryVisibilityChanged', data: { visibility: 'PRIVATE' } }];
  return [...withdrawn, { type: 'ItineraryBinned', data: { visibility } }];
}

function unbin({ binnedAt, binnedVisibility }: Itinerary): StoryEvent[] {
  if (binnedAt === null) return [];
  const open = binnedVisibility !== null && binnedVisibility !== 'PRIVATE';
  const published: StoryEvent[] = open ? [{ type: 'ItineraryVisibilityChanged', data: { visibility: binnedVisibility } }] : [];
  return [{ type: 'ItineraryUnbinned', data: {} }, ...published];
}

/** Moderators hide before they delete, so one slip loses no story, and there is a reason (decision 0048). */
function remove({ reason, actor }: Extract<ItineraryCommand, { type: 'DeleteItinerary' }>, story: Story): StoryEvent[] {
  const { accountId, hidden, hiddenReason } = visibleItinerary(story, actor);
  const why = reason ?? hiddenReason ?? undefined;
  if (accountId === actor.accountId) return [{ type: 'ItineraryDeleted', data: {} }];
  if (!isModerator(actor)) throw new Rejected('itinerary/not-yours');
  if (!isAdmin(actor) && !(hidden && why)) throw new Rejected('itinerary/not-hidden');
  return [{ type: 'ItineraryDeleted', data: { ...(why && { reason: why }) } }];
}

/** @throws Rejected as unknown when the actor may not even know that it exists. */
function visibleItinerary({ itinerary }: Story, actor: Principal): Itinerary {
  const visible =
    itinerary && (itinerary.accountId === actor.accountId || isModerator(actor) || (itinerary.visibility !== 'PRIVATE' && !itinerary.hidden));
  if (!visible) throw new Rejected('itinerary/unknown');
  return itinerary;
}

/** The itinerary, when the actor may put it away: its owner, or an admin. */
function mayDelete(story: Story, actor: Principal): Itinerary {
  const itinerary = visibleItinerary(story, actor);
  if (itinerary.accountId !== actor.accountId && !isAdmin(actor)) throw new Rejected('itinerary/not-yours');
  return itinerary;
}

/** The itinerary, when the actor may change it: whoever may put it away, as long as it is not in the bin. */
export function ownItinerary(story: Story, actor: Principal): Itinerary {
  const itinerary = mayDelete(story, actor);
  if (itinerary.binnedAt !== null) throw new Rejected('itinerary/in-bin');
  return itinerary;
}

export type StoryCommand = ItineraryCommand | DayCommand | StopCommand;

function decide(command: StoryCommand, story: Story): StoryEvent[] {
  const events = decideAlone(command, story);
  mustNotOutgrow(story, events);
  const hadDate = (story.itinerary?.firstDate ?? null) !== null;
  const getsDate = command.type === 'PatchItinerary' && command.changes.firstDate !== undefined;
  if (events.length === 0 || !(hadDate || getsDate)) return events;
  return [...events, ...redated(story, storyAfter(story, events))];
}

/** Versions and times are no part of what decides about dates or bytes. */
function storyAfter(story: Story, events: readonly StoryEvent[]): Story {
  const context = { stream: `${storyStream.category}-${story.itinerary?.id}`, version: 0, at: '' };
  return evolveAll(
    story,
    events.map((event) => ({ ...event, ...context })),
  );
}

/**
 * A story that is too large already may be changed in every way that does not make it larger.
 * @throws Rejected `itinerary/too-large`
 */
function mustNotOutgrow(story: Story, events: readonly StoryEvent[]): void {
  const before = sizeOf(story);
  const estimate = events.reduce((sum, { data }) => sum + mostGrowth(data), before);
  if (estimate <= mostStoryBytes) return;
  const bytes = sizeOf(storyAfter(story, events));
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
      return decideDay(command, story, ownItinerary(story, command.actor));
    case 'AddStop':
    case 'PatchStop':
    case 'RemoveStop':
    case 'DecideStops':
    case 'RestoreStop':
      return decideStop(command, story, ownItinerary(story, command.actor));
    default:
      return command satisfies never;
  }
}

const handlers = { ...itineraryHandlers, ...dayHandlers, ...stopHandlers };

function handle(event: StoryEvent & EventContext, docs: StoryDocs): void {
  // The handler found under an event's type takes that event; TypeScript cannot pair the two unions.
  (handlers[event.type] as (event: StoryEvent & EventContext, docs: StoryDocs) => void)(event, docs);
}

/** Events that change which accepted stop follows which. */
const rearranging = { StopMoved: withLegs, StopRemoved: withLegs, DayRemoved: withLegs, StopAccepted: withLegs, StopSuggested: withLegs };

/** Whether an event may change which accepted stop follows which. */
const rearranges = ({ type, data }: StoryEvent): boolean => (type === 'StopAdded' ? data.dayIds.length > 0 : type in rearranging);

function withLegs(event: StoryEvent & EventContext, docs: StoryDocs): void {
  handle(event, docs);
  recountLegs(docs, streamId(event.stream));
}

/** Effects of every event of a story on documents, in memory and in the read model alike. */
export const storyHandlers = {
  ...handlers,
  StopAdded: (event, docs) => (rearranges(event) ? withLegs : handle)(event, docs),
  ...rearranging,
} satisfies StoryHandlers<StoryEvent['type']>;

function evolveAll(story: Story, events: readonly (StoryEvent & EventContext)[]): Story {
  return changeStory(story, (docs) => {
    for (const event of events) handle(event, docs);
    // No event looks at the legs, so they are counted once for all.
    const last = events.findLast(rearranges);
    if (last) recountLegs(docs, streamId(last.stream));
  });
}

/** One stream per itinerary holds it with its days and stops. */
export const storyStream: Stream<StoryCommand, Story, StoryEvent> = {
  category: 'itinerary',
  stateVersion: 7,
  events: storyEvents,
  decider: { initial: noStory, decide, evolve: (story, event) => evolveAll(story, [event]), evolveAll },
};
