import type { MapBounds } from '../../lib/search-params.ts';

type Ids = readonly string[];

/** Query keys of cached API answers. Answers outdated by the same writes share a prefix, so that `invalidation.ts` can name them together. */
export const keys = {
  /** Account of the signed-in person. */
  myAccount: ['account', 'me'] as const,
  /** Public profile of an account. */
  profile: (accountId: string) => ['profile', accountId] as const,
  following: (accountId: string) => ['following', accountId] as const,
  followLists: {
    all: ['follows'] as const,
    of: (accountId: string, side: 'followers' | 'following') => ['follows', accountId, side] as const,
  },

  anyItinerary: ['itinerary'] as const,
  allOfItinerary: (id: string) => ['itinerary', id] as const,
  /** An itinerary with days and stops, in one entry for readers and writer. */
  itinerary: (id: string) => ['itinerary', id, 'whole'] as const,
  /** Fields of an itinerary for cards and headings. */
  itineraryHead: (id: string) => ['itinerary', id, 'head'] as const,
  /** Accepted stops, for the route on the map. */
  itineraryLine: (id: string) => ['itinerary', id, 'line'] as const,

  itineraryLists: {
    all: ['itineraries'] as const,
    inView: (bounds: MapBounds, countryCode: string | undefined) => ['itineraries', 'in-view', bounds, countryCode] as const,
    best: ['itineraries', 'best'] as const,
    newest: ['itineraries', 'newest'] as const,
    named: (ids: Ids) => ['itineraries', 'named', ids] as const,
    atPlace: (ids: Ids) => ['itineraries', 'at-place', ids] as const,
    /** Itineraries of an account, with any visibility. */
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

  /** Stories in the order of the reels. */
  reels: (startId: string, bounds: MapBounds | null) => ['reels', startId, bounds] as const,

  /** Ids of the saved items of a kind. */
  saved: (kind: 'itinerary' | 'stop') => ['saved', kind] as const,
  /** Lists of the signed-in person, with their entries. */
  collections: {
    mine: ['collections', 'mine'] as const,
    one: (id: string) => ['collections', 'one', id] as const,
    entries: (id: string) => ['collections', 'entries', id] as const,
    /** Ids of the lists that contain an item. */
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
    /** Conversations of an account, all or those about an itinerary. */
    of: (accountId: string, itineraryId: string | null) => ['chats', accountId, itineraryId] as const,
    one: (accountId: string, threadId: string) => ['chats', accountId, 'one', threadId] as const,
  },
  chatMessages: (threadId: string) => ['chat-messages', threadId] as const,

  credits: {
    /** Orders and ledger of the signed-in person, which change together. */
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
