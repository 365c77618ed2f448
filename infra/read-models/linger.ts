/**
 * How long an event may wait for others to share the cost of a batch with, milliseconds, where nobody waits for what follows from it: a story is
 * stored with its events, so what is behind for a moment is lists, searches and what other contexts know. Who does wait hurries it.
 */
export const lingerMs = 200;
