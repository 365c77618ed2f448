import type { EventVocabulary } from '@waystory/proto/kit/event.ts';

export interface AnyEvent {
  type: string;
  data: unknown;
}

/** What `evolve` and projections may know about an event beside its type and data. */
export interface EventContext {
  /** Name of its stream. */
  stream: string;
  /** Place of the event in its stream, from 1. */
  version: number;
  /** ISO 8601 UTC. */
  at: string;
}

/** The rules of one stream: what a command may do (`decide`) and what an event means (`evolve`). Both pure. */
export interface Decider<C, S, E extends AnyEvent> {
  initial: S;
  /** @throws Rejected when the rules say no. */
  decide: (command: C, state: S) => E[];
  evolve: (state: S, event: E & EventContext) => S;
  /** What `evolve` makes of one event after the other, for states that take long to copy. */
  evolveAll?: (state: S, events: readonly (E & EventContext)[]) => S;
}

/** A kind of stream, its rules and its events. */
export interface Stream<C, S, E extends AnyEvent> {
  /** Streams are named `<category>-<id>`. */
  category: string;
  /** Bump it when the state changes shape, so that older snapshots are not read. */
  stateVersion: number;
  events: EventVocabulary;
  decider: Decider<C, S, E>;
}

export const streamName = (category: string, id: string): string => `${category}-${id}`;
/** Id of the entity from the name of its stream; categories hold no hyphen. */
export const streamId = (stream: string): string => stream.slice(stream.indexOf('-') + 1);

/** `base` with the values that `changes` defines: an absent field and an undefined one mean the same. */
export const merge = <T extends object>(base: T, changes: { [K in keyof T]?: T[K] | undefined }): T =>
  Object.assign({ ...base }, Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined)));

/** The part of `changes` that differs from what `base` has. */
export function differences<T extends object>(base: T, changes: { [K in keyof T]?: T[K] | undefined }): { [K in keyof T]?: T[K] } {
  const differing = Object.entries(changes).filter(
    ([field, value]) => value !== undefined && JSON.stringify(value) !== JSON.stringify(base[field as keyof T]), // entries of T's own keys
  );
  return Object.fromEntries(differing) as { [K in keyof T]?: T[K] }; // a subset of `changes`
}

export const isEmpty = (value: object): boolean => Object.keys(value).length === 0;
