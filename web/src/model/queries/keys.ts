import type { MapBounds } from '../../lib/search-params.ts';

type Ids = readonly string[];

/**
 * Every key under which an answer of the product is cached. Answers that become outdated by the same writes begin with the same parts,
 * so that `invalidation.ts` names all of them at once.
 */
export const keys = {
  /** The account of whoever is signed in. */
  myAccount: ['account', 'me'] as const,
  /** An account as everyone sees it. */
  profile: (accountId: string) => ['profile', accountId] as const,
  following: (accountId: string) => ['following', accountId] as const,
  followLists: {
    all: ['follows'] as const,
    of: (accountId: string, side: 'followers' | 'following') => ['follows', accountId, side] as const,
  },

  anyItinerary: ['itinerary'] as const,
  allOfItinerary: (id: string) => ['itinerary', id] as const,
  /** An itinerary with its days and stops: one entry for its readers and its writer. */
  itinerary: (id: string) => ['itinerary', id, 'whole'] as const,
  /** Fields of an itinerary for cards and headings. */
  itineraryHead: (id: string) => ['itinerary', id, 'head'] as const,
  /** Its accepted stops, for its line on the map. */
  itineraryLine: (id: string) => ['itinerary', id, 'line'] as const,

  itineraryLists: {
    all: ['itineraries'] as const,
    inView: (bounds: MapBounds, countryCode: string | undefined) => ['itineraries', 'in-view', bounds, countryCode] as const,
    best: ['itineraries', 'best'] as const,
    newest: ['itineraries', 'newest'] as const,
    named: (ids: Ids) => ['itineraries', 'named', ids] as const,
    atPlace: (ids: Ids) => ['itineraries', 'at-place', ids] as const,
    /** All itineraries of an account, at any visibility. */
    own: (accountId: string) => ['itineraries', 'own', accountId, 'all'] as const,
    newestOwn: (accountId: string) => ['itineraries', 'own', accountId, 'newest'] as const,
    public: (accountId: string) => ['itineraries', 'public', accountId] as const,
    /** Itineraries by authors that the reader follows. */
    feed: ['itineraries', 'feed'] as const,
    likedAuthors: ['itineraries', 'liked-authors'] as const,
  },
  stopLists: {
    all: ['stops'] as const,
    named: (ids: Ids) => ['stops', 'named', ids] as const,
    atPlace: (placeId: string) => ['stops', 'at-place', placeId] as const,
    /** Stops in public stories of an account. */
    visited: (accountId: string) => ['stops', 'visited', accountId] as const,
    countriesInView: (bounds: MapBounds | null) => ['stops', 'countries-in-view', bounds] as const,
  },
  search: {
    all: ['search'] as const,
    of: <K extends string, F>(kind: K, words: string, filters?: F) => ['search', kind, words, filters] as const,
  },

  /** Stories in the order in which the reels show them. */
  reels: (startId: string, bounds: MapBounds | null) => ['reels', startId, bounds] as const,

  /** Ids of everything of a kind that the caller saved. */
  saved: (kind: 'itinerary' | 'stop') => ['saved', kind] as const,
  /** Lists of whoever is signed in, and what is on them. */
  collections: {
    mine: ['collections', 'mine'] as const,
    one: (id: string) => ['collections', 'one', id] as const,
    entries: (id: string) => ['collections', 'entries', id] as const,
    /** Ids of the lists that a thing is on. */
    holding: (targetId: string) => ['collections', 'holding', targetId] as const,
  },
  opinion: (type: string, id: string) => ['opinion', type, id] as const,
  stopLikes: (stopId: string) => ['likes', 'stop', stopId] as const,
  placeLikes: {
    all: ['likes', 'place'] as const,
    of: (stopIds: Ids) => ['likes', 'place', stopIds] as const,
  },
  comments: {
    all: ['comments'] as const,
    on: (kind: string, id: string) => ['comments', kind, id] as const,
  },
  placeComments: {
    all: ['place-comments'] as const,
    of: (stopIds: Ids) => ['place-comments', stopIds] as const,
  },

  chats: {
    all: ['chats'] as const,
    /** Conversations of an account, those about an itinerary or all. */
    of: (accountId: string, itineraryId: string | null) => ['chats', accountId, itineraryId] as const,
    one: (accountId: string, threadId: string) => ['chats', accountId, 'one', threadId] as const,
  },
  chatMessages: (threadId: string) => ['chat-messages', threadId] as const,

  credits: {
    /** Orders and ledger of whoever is signed in, which follow each other. */
    all: ['credits'] as const,
    orders: ['credits', 'orders'] as const,
    ledger: ['credits', 'ledger'] as const,
    order: (id: string) => ['order', id] as const,
    packages: ['packages'] as const,
  },

  /** Data that no write changes. */
  countries: ['countries'] as const,
  place: (id: string) => ['place', id] as const,
  placeFacts: (id: string | null, language: string) => ['place', id, 'facts', language] as const,
  placeSearch: <P>(words: string, near: P) => ['places', 'search', words, near] as const,
  placesWithin: (bounds: string) => ['places', 'within', bounds] as const,
  ways: (mode: string, points: string) => ['ways', mode, points] as const,
  nearestPlace: (latitude: string | undefined, longitude: string | undefined) => ['places', 'nearest', latitude, longitude] as const,
  image: (id: string | null) => ['image', id] as const,
  imageSearch: <S>(source: S, count: number) => ['image-search', source, count] as const,
};
