import { setTimeout as pause } from 'node:timers/promises';
import { writtenForm } from '@waystory/proto/kit/event.ts';
import { Rejected } from '../errors.ts';
import {
  AppendTooLarge,
  type DocumentChanges,
  DuplicateEvent,
  type EventStore,
  type NewEvent,
  type Position,
  UnstorableEvent,
  VersionConflict,
} from '../event-store/port.ts';
import { derivedId, newId } from '../identifier.ts';
import { type AnyEvent, type CommandContext, type Evolve, type Expectation, type LinkedCommand, type Stream, streamName } from './decider.ts';
import type { JobResult } from './keyed-batch-queue.ts';
import {
  type BaseState,
  type CommandOutcome,
  decideOptimistically,
  emptyStream,
  eventIdOf,
  evolveAll,
  type LoadedState,
  type StreamRepository,
} from './stream-repository.ts';

const maxAttempts = 12;

/** Commands of one caller on a stream. */
export interface CommandJob<C, S> {
  id: string;
  commands: readonly C[];
  links: readonly LinkedCommand[];
  context: CommandContext;
  expects: Expectation;
  /** State of the stream from a recent read. */
  read?: LoadedState<S>;
}

/** Result of a job; `position` is null when nothing was appended. */
export type WriteResult<S> = Omit<CommandOutcome<S>, 'position'> & { position: Position | null };

/** Returns, for a category of streams, a function from a state change to documents. These are stored in the transaction of the events. */
export type ChangesOf = (category: string) => ((before: unknown, after: unknown) => DocumentChanges | null) | undefined;

export interface Stores {
  store: EventStore;
  streams: StreamRepository;
  changesOf: ChangesOf;
}

/** Events of commands and the state after them. */
interface Decision<S> extends LoadedState<S> {
  events: NewEvent[];
}

/** Decisions on the streams of linked commands, by stream name; `expected` is the version before. */
type LinkedDecisions = ReadonlyMap<string, LinkedDecision>;
type LinkedDecision = Decision<unknown> & { stream: LinkedCommand['stream']; expected: number };

/** Decisions of several jobs, each on the state after the previous one. */
export interface JobDecisions<S> {
  results: JobResult<Decision<S>>[];
  end: Decision<S>;
  linked: LinkedDecisions;
}

/** True when every job adds events: the append then checks that the state was current. */
export const everyJobAppends = <S>({ results }: JobDecisions<S>): boolean =>
  results.every((result) => 'value' in result && result.value.events.length > 0);

/**
 * Decides jobs on one stream in sequence, and appends all their events at once. A refusal affects only its own job. After a conflict all jobs are
 * decided again on the current state.
 */
export async function decideAndAppend<C, S, E extends AnyEvent>(
  stores: Stores,
  stream: Stream<C, S, E>,
  jobs: readonly CommandJob<C, S>[],
): Promise<JobResult<WriteResult<S>>[]> {
  const [first] = jobs;
  if (!first) return [];
  const name = streamName(stream.category, first.id);
  let base = baseOf(stores.streams, stream, first);
  for (let conflicts = 0; ; ) {
    const linked = await linkedStreams(stores.streams, jobs, conflicts > 0);
    const decide = (on: LoadedState<S>) => decideJobs(stream, name, jobs, on, linked);
    const early = decideOptimistically(base, decide, everyJobAppends);
    const on = early?.on ?? (await stores.streams.load(stream, first.id));
    const decisions = early?.result ?? decide(on);
    try {
      const position = await appendDecisions(stores, stream, name, on, decisions);
      return decisions.results.map((result) => writtenOf(result, position));
    } catch (error) {
      if (error instanceof DuplicateEvent || error instanceof UnstorableEvent) return await isolateFault(stores, stream, name, jobs, error);
      if (!(error instanceof VersionConflict)) throw error;
      conflicts += 1;
      if (conflicts === maxAttempts) throw new Rejected('request/conflict', { stream: name });
      base = undefined;
      await pause(Math.random() * 4 * conflicts);
    }
  }
}

function baseOf<C, S, E extends AnyEvent>(
  streams: StreamRepository,
  stream: Stream<C, S, E>,
  { id, context, read }: CommandJob<C, S>,
): BaseState<S> | undefined {
  const known = streams.baseOf(stream, id, context.drawnId);
  return read && read.version >= (known?.version ?? 0) ? { ...read, isCurrent: true } : known;
}

/** Decides jobs in sequence, each on the state after the previous one. */
export function decideJobs<C, S, E extends AnyEvent>(
  stream: Stream<C, S, E>,
  name: string,
  jobs: readonly CommandJob<C, S>[],
  on: LoadedState<S>,
  linkedBefore: LinkedDecisions = new Map(),
): JobDecisions<S> {
  let end: Decision<S> = { state: on.state, version: on.version, events: [] };
  let linked = linkedBefore;
  const results: JobResult<Decision<S>>[] = [];
  for (const { commands, links, context, expects } of jobs) {
    try {
      const own = decide(stream, name, commands, end, context);
      // Checked after the rules: a caller without access must not learn whether its version matches.
      requireExpected(stream, name, expects, end, commands[0]);
      if (own.events.length > 0 && links.length > 0) linked = decideLinks(linked, links, context);
      end = { ...own, events: end.events.concat(own.events) };
      results.push({ value: own });
    } catch (error) {
      results.push({ error });
    }
  }
  return { results, end, linked };
}

function requireExpected<C, S, E extends AnyEvent>(
  { versionOf }: Stream<C, S, E>,
  name: string,
  { ifMatch = null, streamVersion }: Expectation,
  { state, version }: LoadedState<S>,
  command: C | undefined,
): void {
  if (streamVersion !== undefined && version !== streamVersion) throw new Rejected('request/conflict', { stream: name });
  if (ifMatch !== null) requireMatch(ifMatch, command === undefined ? undefined : versionOf?.(state, command));
}

/** @throws Rejected `request/stale` unless `If-Match` contains the version. */
export function requireMatch(ifMatch: Expectation['ifMatch'], version: number | undefined): void {
  if (ifMatch && (version === undefined || !ifMatch.includes(String(version)))) throw new Rejected('request/stale', { ifMatch });
}

/**
 * Decides commands in sequence, each on the state after the previous command. Each event is applied once, even when a rule reads the state after it.
 * @throws Rejected when a rule refuses a command.
 */
function decide<C, S, E extends AnyEvent>(
  stream: Stream<C, S, E>,
  name: string,
  commands: readonly C[],
  on: LoadedState<S>,
  context: CommandContext,
): Decision<S> {
  let { state, version } = on;
  const added: NewEvent[] = [];
  for (const command of commands) {
    const evolve = evolveOnce(stream, name, { state, version }, context.now);
    const events = stream.decider.decide(command, state, evolve);
    state = evolve(events);
    version += events.length;
    for (const event of events) added.push(newEvent(stream, event, context, added.length));
  }
  return { state, version, events: added };
}

/** Applies events to a state and caches the result. A longer list with the same first events continues from it. */
function evolveOnce<C, S, E extends AnyEvent>(stream: Stream<C, S, E>, name: string, { state, version }: LoadedState<S>, at: string): Evolve<S, E> {
  let applied: { events: readonly E[]; state: S } = { events: [], state };
  return (events) => {
    if (!applied.events.every((event, index) => event === events[index])) applied = { events: [], state };
    const from = applied.events.length;
    const rest = events.slice(from).map((event, index) => ({ ...event, stream: name, version: version + from + index + 1, at }));
    applied = { events, state: evolveAll(stream, applied.state, rest) };
    return applied.state;
  };
}

function newEvent<C, S, E extends AnyEvent>(stream: Stream<C, S, E>, { type, data }: E, context: CommandContext, index: number): NewEvent {
  const { now, actorId, commandId, requestHash, traceId, spanId, role, jobId, cause } = context;
  const meta = {
    actorId,
    commandId,
    ...(requestHash && { requestHash }),
    ...(traceId && { traceId }),
    ...(spanId && { spanId }),
    ...(role && { role }),
    ...(jobId && { jobId }),
    ...(cause && { cause }),
  };
  // A request with an idempotency key gets deterministic event ids, by which its repetition is found.
  const id = requestHash ? eventIdOf(context, index) : newId();
  // Requests were parsed already, and tests hold the events of rules to their schemas: no second parse.
  return { id, type, ...writtenForm(stream.events, type, data as Record<string, unknown>), meta, at: now }; // vocabularies are of objects
}

/** Decides the linked commands of a job in sequence. */
function decideLinks(before: LinkedDecisions, links: readonly LinkedCommand[], context: CommandContext): LinkedDecisions {
  const after = new Map(before);
  const { actorId, now, requestHash, traceId, spanId, cause } = context;
  const common = {
    actorId,
    now,
    ...(traceId && { traceId }),
    ...(spanId && { spanId }),
    ...(requestHash && { requestHash }),
    ...(cause && { cause }),
  };
  for (const { stream, id, command } of links) {
    const name = streamName(stream.category, id);
    const on = after.get(name);
    if (!on) throw new Error(`${name} was not loaded`);
    const decided = decide(stream, name, [command], on, { ...common, commandId: derivedId(context.commandId, name) });
    after.set(name, { ...on, ...decided, events: on.events.concat(decided.events) });
  }
  return after;
}

/** Loads the states of the streams of linked commands. An uncached stream is assumed to be new, unless a conflict occurred. */
async function linkedStreams<C, S>(streams: StreamRepository, jobs: readonly CommandJob<C, S>[], mustLoad: boolean): Promise<LinkedDecisions> {
  const links = new Map(jobs.flatMap((job) => job.links).map((link) => [streamName(link.stream.category, link.id), link]));
  const load = async ([name, { stream, id }]: [string, LinkedCommand]): Promise<[string, LinkedDecision]> => {
    const { state, version } = mustLoad || streams.baseOf(stream, id) ? await streams.load(stream, id) : emptyStream(stream);
    return [name, { state, version, stream, expected: version, events: [] }];
  };
  return new Map(await Promise.all([...links].map(load)));
}

/**
 * Appends decisions with the documents that follow from them, and caches the new states.
 * @returns position of the last event; null without events.
 * @throws VersionConflict, UnstorableEvent, and DuplicateEvent also when all events exist already.
 */
export async function appendDecisions<C, S, E extends AnyEvent>(
  { store, streams, changesOf }: Stores,
  stream: Stream<C, S, E>,
  name: string,
  on: LoadedState<S>,
  { end, linked }: JobDecisions<S>,
  onlyKnown = false,
): Promise<Position | null> {
  if (end.events.length === 0) return null;
  const along = [...linked].filter(([, { events }]) => events.length > 0);
  const documents = changesOf(stream.category)?.(on.state, end.state);
  const companions = along.map(([other, { expected, events }]) => ({ stream: other, expected, events }));
  const { position, repeated } = await store.append(name, on.version, end.events, companions, documents);
  if (repeated) throw new DuplicateEvent(name);
  await streams.keep(stream, name, on.version, end, onlyKnown);
  for (const [other, one] of along) await streams.keep(one.stream, other, one.expected, one);
  return position;
}

const writtenOf = <S>(result: JobResult<Decision<S>>, position: Position | null): JobResult<WriteResult<S>> => {
  if ('error' in result) return result;
  const { state, version, events } = result.value;
  return { value: { state, version, position: events.length > 0 ? position : null, replayed: false } };
};

/**
 * Runs the jobs one by one, so that only the faulty job fails. A duplicate event means that another command used the idempotency key: a repetition,
 * or another request.
 */
async function isolateFault<C, S, E extends AnyEvent>(
  stores: Stores,
  stream: Stream<C, S, E>,
  name: string,
  jobs: readonly CommandJob<C, S>[],
  error: DuplicateEvent | UnstorableEvent,
): Promise<JobResult<WriteResult<S>>[]> {
  const [first] = jobs;
  if (first && jobs.length === 1) {
    const done = await stores.streams.findIdempotentResult(stream, name, first.context);
    if (done) return [{ value: done }];
    if (error instanceof DuplicateEvent) throw new Rejected('request/key-reused');
    throw error instanceof AppendTooLarge ? new Rejected('write/too-large') : error;
  }
  const results: JobResult<WriteResult<S>>[] = [];
  for (const job of jobs) results.push(...(await decideAndAppend(stores, stream, [job]).catch((fault: unknown) => [{ error: fault }])));
  return results;
}
