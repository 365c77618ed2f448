import type { EventContext } from '@waystory/infra/commands/decider.ts';
import { Rejected } from '@waystory/infra/errors.ts';
import { isAdmin, isModerator, type Principal } from '@waystory/infra/identity/principal.ts';
import type { Audience } from '@waystory/proto/itineraries/audience.ts';
import { itineraryEvents } from '@waystory/proto/itineraries/itinerary.ts';
import { stopEvents } from '@waystory/proto/itineraries/stop.ts';
import { type EventOf, joinEvents } from '@waystory/proto/kit/event.ts';
import type { Coordinates } from '@waystory/proto/kit/field.ts';

/** Events of an itinerary that determine its subject, owner and visibility. */
export const subjectEvents = joinEvents(itineraryEvents, stopEvents);
export type SubjectEvent = EventOf<typeof subjectEvents>;

/** Location of a stop. */
interface Spot {
  placeId: string;
  city: string | null;
  country: string | null;
  coordinates: Coordinates;
}

/** Data of an itinerary that an image search uses. */
export interface Subject extends Audience {
  title: string;
  countryIds: readonly string[];
  /** Names of the first countries of `countryIds`. */
  countries: readonly string[];
  /** Locations by stop id, in order of addition. */
  spots: Readonly<Record<string, Spot>>;
}

export function evolveSubject(subject: Subject | null, event: SubjectEvent & Pick<EventContext, 'stream'>): Subject | null {
  if (event.type === 'ItineraryCreated') {
    const { accountId, visibility, title, countryIds = [] } = event.data;
    return { accountId, visibility, hidden: false, title, countryIds, countries: [], spots: {} };
  }
  if (!subject) return null;
  switch (event.type) {
    case 'ItineraryRewritten': {
      const { title = subject.title, countryIds = subject.countryIds } = event.data.changes;
      return { ...subject, title, countryIds };
    }
    case 'ItineraryVisibilityChanged':
      return { ...subject, visibility: event.data.visibility };
    case 'ItineraryHidden':
      return { ...subject, hidden: true };
    case 'ItineraryRestored':
      return { ...subject, hidden: false };
    case 'ItineraryDeleted':
      return null;
    case 'StopAdded':
    case 'StopRelocated': {
      const { stopId, placeId, address, coordinates } = event.data;
      return { ...subject, spots: { ...subject.spots, [stopId]: { placeId, city: address.city, country: address.countryName, coordinates } } };
    }
    case 'StopRemoved': {
      const { [event.data.stopId]: _, ...spots } = subject.spots;
      return { ...subject, spots };
    }
    case 'ItineraryBinned':
    case 'ItineraryUnbinned':
    case 'StopRewritten':
    case 'StopMoved':
    case 'StopAccepted':
    case 'StopSuggested':
      return subject;
    default:
      return event satisfies never;
  }
}

/**
 * Returns the subject to a principal who may choose its pictures: the owner or an admin.
 * @throws Rejected `itinerary/unknown` when the principal may not see the itinerary, otherwise `itinerary/not-yours`.
 */
export function ownSubject(subject: Subject | null, principal: Principal): Subject {
  const isOwn = subject?.accountId === principal.accountId;
  const isVisible = subject && (isOwn || isModerator(principal) || (subject.visibility !== 'PRIVATE' && !subject.hidden));
  if (!isVisible) throw new Rejected('itinerary/unknown');
  if (!isOwn && !isAdmin(principal)) throw new Rejected('itinerary/not-yours');
  return subject;
}

/** Most names of each kind in a query, because more names make the search find less. */
const mostNames = 2;
const namesOf = (names: readonly (string | null)[]): string[] => [...new Set(names.filter((name) => name !== null))].slice(0, mostNames);

/** Search words for an itinerary: its title and destinations. */
export function imageQueryOfItinerary({ title, countries, spots }: Subject): { words: string; near: Coordinates | undefined } {
  const all = Object.values(spots);
  const names = [...namesOf(all.map(({ city }) => city)), ...namesOf([...countries, ...all.map(({ country }) => country)])];
  return { words: [title, ...names].join(' '), near: all[0]?.coordinates };
}

/** True when a stop of the itinerary is at the place. Another place may be private to its author, so the search must reveal nothing of it. */
export const isStopAt = ({ spots }: Subject, placeId: string): boolean => Object.values(spots).some((spot) => spot.placeId === placeId);

/** Search words for a stop: the user's query and the country of the last stop, or else the first country of the itinerary. */
export function imageQueryOfStop({ countries, spots }: Subject, locationQuery: string): { words: string; near: Coordinates | undefined } {
  const last = Object.values(spots).at(-1);
  const [country] = namesOf([last?.country ?? null, ...countries]);
  return { words: country ? `${locationQuery} ${country}` : locationQuery, near: last?.coordinates };
}
