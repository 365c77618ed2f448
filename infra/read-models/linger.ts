/**
 * How long an event may wait for others to share the cost of a batch with, milliseconds, where nobody waits for what follows from it: a story is
 * stored with its events, so what is behind for a moment is lists, searches and what other contexts know. Who does wait hurries it.
 */
export const lingerMs = 200;

/** The same for what is searched by words: a document is indexed whole, so the more of its changes come together the better. Elasticsearch refreshes as often. */
export const indexLingerMs = 1_000;
