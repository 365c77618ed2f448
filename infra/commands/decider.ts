import type { EventVocabulary } from '@waystory/proto/kit/event.ts';
import { eraseType } from '../erase.ts';

export interface AnyEvent {
  type: string;
  data: unknown;
}

/** Context of an event that `evolve` and projections may read beside its type and data. */
export interface EventContext {
  /** Name of the stream. */
  stream: string;
  /** Sequence number of the event in its stream, from 1. */
  version: number;
  /** ISO 8601 UTC. */
  at: string;
}

/** Returns the state after these events, starting from the state on which the command is decided. A cached prefix is not applied again. */
export type Evolve<S, E> = (events: readonly E[]) => S;

/** Decider pattern: the rules of one stream. `decide` returns the events of a command, `evolve` applies them to the state. Both are pure. */
export interface Decider<C, S, E extends AnyEvent> {
  initial: S;
  /**
   * @param evolve Applies new events to `state`, for rules about the state after the change. That of the command handler applies each event only
   * once. Without it, such rules apply the events themselves.
   * @throws Rejected when a rule refuses the command.
   */
  decide: (command: C, state: S, evolve?: Evolve<S, E>) => E[];
  evolve: (state: S, event: E & EventContext) => S;
  /** Applies several events at once, for a state that is expensive to copy. */
  evolveAll?: (state: S, events: readonly (E & EventContext)[]) => S;
}

/** A category of streams with its rules and its events. */
export interface Stream<C, S, E extends AnyEvent> {
  /** Streams are named `<category>-<id>`. */
  category: string;
  /** Bumped when the state changes shape, so that older snapshots are not read. */
  stateVersion: number;
  events: EventVocabulary;
  decider: Decider<C, S, E>;
  /** Version of the entity that a command writes to, compared with `If-Match`; undefined for a missing entity. */
  versionOf?: (state: S, command: C) => number | undefined;
}

/** `versionOf` for a stream with a single entity. */
export const entityVersion = (entity: { version: number } | null): number | undefined => entity?.version;

export const streamName = (category: string, id: string): string => `${category}-${id}`;
/** Id of the entity in a stream's name; categories contain no hyphen. */
export const streamId = (stream: string): string => stream.slice(stream.indexOf('-') + 1);

/** Metadata of a command; its events store most of it. */
export interface CommandContext {
  actorId: string | null;
  /** ISO 8601 UTC. */
  now: string;
  commandId: string;
  /** Hash of the request, equal for every retry. Present when the client sent an Idempotency-Key. */
  requestHash?: string;
  traceId?: string;
  /** Span of the command; absent when the trace is not sampled. */
  spanId?: string;
  /** Role of the actor above that of an ordinary user. */
  role?: string;
  /** Id of the bulk job that issued the command. */
  jobId?: string;
  /** Reason of a command issued by the product itself, as in `proto/kit/cause.ts`. */
  cause?: string;
  /** Id generated for this command. The stream of that id cannot exist yet, so no read is needed. */
  drawnId?: string;
}

/** Preconditions of a command, checked on every state on which it is decided. */
export interface Expectation {
  /** `If-Match`: accepted versions of the entity that the command writes to; null for any version. */
  ifMatch?: readonly string[] | null;
  /** Required version of the stream itself. */
  streamVersion?: number;
}

/**
 * A command on another stream, stored atomically with the main command. It is decided again at each attempt, and adds nothing when its effect exists
 * by then.
 */
export interface LinkedCommand {
  stream: Stream<unknown, unknown, AnyEvent>;
  id: string;
  command: unknown;
}

/** @returns the command with the types of its stream erased. */
export const linkedCommand = <C, S, E extends AnyEvent>(stream: Stream<C, S, E>, id: string, command: C): LinkedCommand =>
  eraseType({ stream, id, command });

/** A command with linked commands on other streams, which are stored with it. */
export class CommandWithLinks<C> {
  readonly command: C;
  readonly links: readonly LinkedCommand[];
  constructor(command: C, links: readonly LinkedCommand[]) {
    this.command = command;
    this.links = links;
  }
}

/** Returns `base` with the defined values of `changes`. An undefined field counts as absent. */
export const mergeDefined = <T extends object>(base: T, changes: { [K in keyof T]?: T[K] | undefined }): T =>
  Object.assign({ ...base }, Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined)));

/** The part of `changes` that differs from `base`. */
export function changedFields<T extends object>(base: T, changes: { [K in keyof T]?: T[K] | undefined }): { [K in keyof T]?: T[K] } {
  const differing = Object.entries(changes).filter(
    ([field, value]) => value !== undefined && JSON.stringify(value) !== JSON.stringify(base[field as keyof T]), // entries of T's own keys
  );
  return Object.fromEntries(differing) as { [K in keyof T]?: T[K] }; // a subset of `changes`
}

export const isEmpty = (value: object): boolean => Object.keys(value).length === 0;
