import { changedFields, isEmpty } from '@waystory/infra/commands/decider.ts';
import { Rejected } from '@waystory/infra/errors.ts';
import { isAdmin, isModerator, type Principal } from '@waystory/infra/identity/principal.ts';
import type { dayRoutes } from '@waystory/proto/itineraries/day.ts';
import type { Itinerary, itineraryRoutes } from '@waystory/proto/itineraries/itinerary.ts';
import type { z } from 'zod';
import { type StopToAdd, stopAdded } from '../stop/stop.ts';
import { assertReferencesExist } from './references.ts';
import type { Story, StoryEvent } from './story.ts';

type CreateBody = Omit<z.output<typeof itineraryRoutes.createItinerary.body>, 'accountId' | 'daysCount' | 'days' | 'stops'>;
type PatchBody = z.output<typeof itineraryRoutes.patchItinerary.body>;

/** A day of a new itinerary. */
export type InitialDay = { dayId: string } & z.output<typeof dayRoutes.addDay.body>;
/** A stop of a new itinerary, with its path in the request. */
export type InitialStop = StopToAdd & { path: string };

interface CreateItinerary {
  type: 'CreateItinerary';
  accountId: string;
  itinerary: CreateBody;
  /** In order. */
  days?: readonly InitialDay[];
  /** In order; their days are among `days`. */
  stops?: readonly InitialStop[];
  dangling?: string[];
  actor: Principal;
}

export type ItineraryCommand =
  | CreateItinerary
  | { type: 'PatchItinerary'; changes: PatchBody; dangling?: string[]; actor: Principal }
  | { type: 'BinItinerary' | 'UnbinItinerary'; actor: Principal }
  | { type: 'DeleteItinerary'; reason?: string | undefined; actor: Principal }
  /** Deletes an itinerary whose retention in the bin, counted from `binnedAt`, has ended. */
  | { type: 'EmptyBin'; binnedAt: string };

export function decideItinerary(command: ItineraryCommand, story: Story): StoryEvent[] {
  switch (command.type) {
    case 'CreateItinerary':
      return create(command, story);
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

function create({ accountId, itinerary, days = [], stops = [], dangling = [], actor }: CreateItinerary, story: Story): StoryEvent[] {
  if (accountId !== actor.accountId && !isAdmin(actor)) throw new Rejected('itinerary/other-account');
  if (story.itinerary) return [];
  assertReferencesExist(dangling, itinerary, {}, 'itinerary');
  const { visibility = 'PRIVATE', ...written } = itinerary;
  return [
    { type: 'ItineraryCreated', data: { ...written, visibility, accountId } },
    ...days.map((day, index): StoryEvent => ({ type: 'DayAdded', data: { ...day, number: index + 1 } })),
    ...stops.map((stop, index) => stopAdded(stop, index, stop.path)),
  ];
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
  requireChangeableItinerary(story, actor);
  assertReferencesExist(dangling, written, itinerary, 'itinerary');
  const rewritten = changedFields(itinerary, written);
  if (!isEmpty(rewritten)) events.push({ type: 'ItineraryRewritten', data: { changes: rewritten } });
  if (visibility && visibility !== itinerary.visibility) events.push({ type: 'ItineraryVisibilityChanged', data: { visibility } });
  return events;
}

/** A binned itinerary becomes private first, so that only its owner and moderators can see it. */
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

/** @throws Rejected `itinerary/unknown` when the itinerary does not exist, or is private or hidden from the actor. */
function visibleItinerary({ itinerary }: Story, actor: Principal): Itinerary {
  const visible =
    itinerary && (itinerary.accountId === actor.accountId || isModerator(actor) || (itinerary.visibility !== 'PRIVATE' && !itinerary.hidden));
  if (!visible) throw new Rejected('itinerary/unknown');
  return itinerary;
}

/** The itinerary, when the actor may delete it: its owner, or an admin. */
function mayDelete(story: Story, actor: Principal): Itinerary {
  const itinerary = visibleItinerary(story, actor);
  if (itinerary.accountId !== actor.accountId && !isAdmin(actor)) throw new Rejected('itinerary/not-yours');
  return itinerary;
}

/** The itinerary, when the actor may change it: its owner or an admin, unless it is in the bin. */
export function requireChangeableItinerary(story: Story, actor: Principal): Itinerary {
  const itinerary = mayDelete(story, actor);
  if (itinerary.binnedAt !== null) throw new Rejected('itinerary/in-bin');
  return itinerary;
}
