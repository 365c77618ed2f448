import type { EventVocabulary } from '@waystory/proto/kit/event.ts';
import { erase } from '../erase.ts';

export interface AnyEvent {
  type: string;
  data: unknown;
}

/** Context of an event that `evolve` and projections may read beside its type and data. */
export interface EventContext {
  /** Name of the stream. */
  stream: string;
  /** Place of the event in its stream, from 1. */
  version: number;
  /** ISO 8601 UTC. */
  at: string;
}

/** State after events on top of the state that a command is decided on. Events that were applied before are not applied again. */
export type Evolve<S, E> = (events: readonly E[]) => S;

/** Rules of one stream: the events that a command leads to (`decide`) and their effect on the state (`evolve`). Both are pure. */
export interface Decider<C, S, E extends AnyEvent> {
  initial: S;
  /**
   * @param evolve for rules that look at the state after a change; without it they apply the events themselves.
   * @throws Rejected when a rule refuses the command.
   */
  decide: (command: C, state: S, evolve?: Evolve<S, E>) => E[];
  evolve: (state: S, event: E & EventContext) => S;
  /** Applies several events at once, for a state that is expensive to copy. */
  evolveAll?: (state: S, events: readonly (E & EventContext)[]) => S;
}

/** A kind of stream with its rules and its events. */
export interface Stream<C, S, E extends AnyEvent> {
  /** Streams are named `<category>-<id>`. */
  category: string;
  /** Bumped when the state changes shape, so that older snapshots are not read. */
  stateVersion: number;
  events: EventVocabulary;
  decider: Decider<C, S, E>;
  /** Version of the entity that a command writes to, which `If-Match` is compared with; undefined when there is none. */
  versionOf?: (state: S, command: C) => number | undefined;
}

/** `versionOf` of a stream that is one entity. */
export const entityVersion = (entity: { version: number } | null): number | undefined => entity?.version;

export const streamName = (category: string, id: string): string => `${category}-${id}`;
/** Id of the entity from the name of its stream; categories hold no hyphen. */
export const streamId = (stream: string): string => stream.slice(stream.indexOf('-') + 1);

/** Metadata of a command, most of which its events keep. */
export interface CommandContext {
  actorId: string | null;
  /** ISO 8601 UTC. */
  now: string;
  commandId: string;
  /** Hash of the request, the same for every retry. Set when the client sent an Idempotency-Key. */
  requestHash?: string;
  traceId?: string;
  /** Span of the command, where its trace is recorded. */
  spanId?: string;
  /** Role of the actor beyond that of an ordinary user. */
  role?: string;
  /** Bulk job that the command is part of. */
  jobId?: string;
  /** Reason of a command that the product makes by itself, as `proto/kit/cause.ts` names it. */
  cause?: string;
  /** Id drawn for this command: its stream cannot exist yet, so nothing is loaded. */
  drawnId?: string;
}

/** Preconditions of a command, checked on every state that it is decided on. */
export interface Expectation {
  /** `If-Match`: versions of which the entity that the command writes to must have one; null for any. */
  ifMatch?: readonly string[] | null;
  /** Version that the stream itself must have. */
  streamVersion?: number;
}

/**
 * A command on another stream that is stored with the main command, all or nothing. It is decided anew with each attempt,
 * and adds nothing when its effect is there by then.
 */
export interface LinkedCommand {
  stream: Stream<unknown, unknown, AnyEvent>;
  id: string;
  command: unknown;
}

/** @returns the command with the types of its stream erased. */
export const linkedCommand = <C, S, E extends AnyEvent>(stream: Stream<C, S, E>, id: string, command: C): LinkedCommand =>
  erase({ stream, id, command });

/** A command with the commands on other streams that are stored with it. */
export class CommandWithLinks<C> {
  readonly command: C;
  readonly links: readonly LinkedCommand[];
  constructor(command: C, links: readonly LinkedCommand[]) {
    this.command = command;
    this.links = links;
  }
}

/** `base` with the values that `changes` defines: an absent field and an undefined one mean the same. */
export const merge = <T extends object>(base: T, changes: { [K in keyof T]?: T[K] | undefined }): T =>
  Object.assign({ ...base }, Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined)));

/** The part of `changes` that differs from `base`. */
export function differences<T extends object>(base: T, changes: { [K in keyof T]?: T[K] | undefined }): { [K in keyof T]?: T[K] } {
  const differing = Object.entries(changes).filter(
    ([field, value]) => value !== undefined && JSON.stringify(value) !== JSON.stringify(base[field as keyof T]), // entries of T's own keys
  );
  return Object.fromEntries(differing) as { [K in keyof T]?: T[K] }; // a subset of `changes`
}

export const isEmpty = (value: object): boolean => Object.keys(value).length === 0;
