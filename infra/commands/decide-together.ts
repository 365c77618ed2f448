import { setTimeout as pause } from 'node:timers/promises';
import { Rejected } from '../errors.ts';
import {
  AppendTooLarge,
  type CompanionEvents,
  DuplicateEvent,
  type EventStore,
  type Position,
  UnstorableEvent,
  VersionConflict,
} from '../event-store/port.ts';
import { derivedId } from '../identifier.ts';
import { type Attempt, attempt, unbegun } from './command-attempt.ts';
import type { ChangesOf, CommandContext, Loaded, Outcome } from './command-handler.ts';
import type { Companion } from './companion.ts';
import { type AnyEvent, type Stream, streamName } from './decider.ts';
import type { LoadedStreams } from './loaded-streams.ts';
import { repetition } from './repetition.ts';
import type { Result } from './turns.ts';

const maxAttempts = 12;

/** May throw to refuse what is to be decided on a state, by what it is or how far it is. */
export type Precondition<S> = (state: S, version: number) => void;

/** What one caller wants of a stream. */
export interface Job<C, S> {
  id: string;
  commands: readonly C[];
  companions: readonly Companion[];
  context: CommandContext;
  /** Called with the state before the commands. */
  precondition: Precondition<S>;
  /** The stream as it was read a moment ago. */
  read?: Loaded<S>;
}

/** `position` is null when there was nothing to change. */
export type Written<S> = Omit<Outcome<S>, 'position'> & { position: Position | null };

/** What all jobs come to, one on top of the other. */
interface Together<S> {
  results: Result<Attempt<S>>[];
  end: Attempt<S>;
  beside: Streams;
}

/** A stream that something is to be stored in along with the commands. */
interface Beside extends Attempt<unknown> {
  stream: Companion['stream'];
  expected: number;
}

/** Streams of companions by name. */
type Streams = ReadonlyMap<string, Beside>;

/** Where streams are read from and written to. */
export interface Stores {
  store: EventStore;
  streams: LoadedStreams;
  changesOf: ChangesOf;
}

/**
 * Decides jobs on one stream, each on what those before it lead to, and stores all in one append. A refusal concerns its own job alone; after a conflict
 * all are decided again on the newer state.
 */
export async function decideTogether<C, S, E extends AnyEvent>(
  stores: Stores,
  stream: Stream<C, S, E>,
  jobs: readonly Job<C, S>[],
): Promise<Result<Written<S>>[]> {
  const [first] = jobs;
  if (!first) return [];
  const name = streamName(stream.category, first.id);
  let { begin, isFresh } = beginOf(stores.streams, stream, name, first);
  for (let conflicts = 0; ; ) {
    isFresh ||= begin === undefined;
    const on = begin ?? (await stores.streams.load(stream, first.id));
    const companions = await companionsOf(stores.streams, jobs, conflicts > 0);
    const together = decideAll(stream, name, jobs, on, isFresh, companions);
    begin = undefined;
    if (together === 'stale') continue;
    try {
      const position = await appendAll(stores, stream, name, on, together);
      return together.results.map((result) => written(result, position));
    } catch (error) {
      if (error instanceof DuplicateEvent || error instanceof UnstorableEvent) return await afterFault(stores, stream, name, jobs, error);
      if (!(error instanceof VersionConflict)) throw error;
      conflicts += 1;
      if (conflicts === maxAttempts) throw new Rejected('request/conflict', { stream: name });
      await pause(Math.random() * 4 * conflicts);
    }
  }
}

/** The state to decide on first, when it need not be loaded. What is in memory may be behind other processes: good enough to append on, not to refuse on. */
function beginOf<C, S, E extends AnyEvent>(
  streams: LoadedStreams,
  stream: Stream<C, S, E>,
  name: string,
  { id, context, read }: Job<C, S>,
): { begin: Loaded<S> | undefined; isFresh: boolean } {
  const known = streams.inMemory<S>(name);
  if (read && read.version >= (known?.version ?? 0)) return { begin: read, isFresh: true };
  return { begin: id === context.drawnId ? unbegun(stream) : known, isFresh: false };
}

/** @returns the position of the last event, null when there is none to store. */
async function appendAll<C, S, E extends AnyEvent>(
  stores: Stores,
  stream: Stream<C, S, E>,
  name: string,
  on: Loaded<S>,
  { end, beside }: Together<S>,
): Promise<Position | null> {
  if (end.events.length === 0) return null;
  const along = Array.from(beside, ([other, { expected, events }]) => ({ stream: other, expected, events })).filter(
    ({ events }) => events.length > 0,
  );
  const position = await appendAttempt(stores, stream, name, on, end, along);
  await stores.streams.keep(stream, name, on.version, end);
  for (const [other, one] of beside) if (one.events.length > 0) await stores.streams.keep(one.stream, other, one.expected, one);
  return position;
}

/**
 * Stores what commands came to, with what it makes of the documents that are stored along; answers the position of the last event.
 * @throws VersionConflict, UnstorableEvent, and DuplicateEvent also when all of it was there already.
 */
export async function appendAttempt<C, S, E extends AnyEvent>(
  { store, changesOf }: Stores,
  { category }: Stream<C, S, E>,
  name: string,
  on: Loaded<S>,
  end: Attempt<S>,
  along: readonly CompanionEvents[] = [],
): Promise<Position> {
  const documents = changesOf(category)?.(on.state, end.state);
  const { position, repeated } = await store.append(name, on.version, end.events, along, documents);
  if (repeated) throw new DuplicateEvent(name);
  return position;
}

/**
 * @param found streams of companions, as their commands find them.
 * @returns `stale` when a refusal, or that nothing changes, may be due to old memory.
 */
function decideAll<C, S, E extends AnyEvent>(
  stream: Stream<C, S, E>,
  name: string,
  jobs: readonly Job<C, S>[],
  on: Loaded<S>,
  isFresh: boolean,
  found: Streams,
): Together<S> | 'stale' {
  let end: Attempt<S> = { ...on, events: [] };
  let beside = found;
  const results: Result<Attempt<S>>[] = [];
  for (const { commands, companions, context, precondition } of jobs) {
    try {
      const own = attempt(stream, name, commands, end, context);
      // After the rules: whether a version fits is nobody's business who may not know the thing.
      precondition(end.state, end.version);
      if (own.events.length === 0 && !isFresh) return 'stale';
      if (own.events.length > 0) beside = companions.reduce((before, one) => decideBeside(before, one, context), beside);
      end = { ...own, events: end.events.concat(own.events) };
      results.push({ value: own });
    } catch (error) {
      if (error instanceof Rejected && !isFresh) return 'stale';
      results.push({ error });
    }
  }
  return { results, end, beside };
}

function decideBeside(beside: Streams, { stream, id, command }: Companion, context: CommandContext): Streams {
  const name = streamName(stream.category, id);
  const before = beside.get(name);
  if (!before) throw new Error(`${name} was not looked at`);
  const { actorId, now, requestHash, traceId, spanId, cause } = context;
  const commandId = derivedId(context.commandId, stream.category);
  const trace = { ...(traceId && { traceId }), ...(spanId && { spanId }) };
  const own = { actorId, now, commandId, ...trace, ...(requestHash && { requestHash }), ...(cause && { cause }) };
  const decided = attempt(stream, name, [command], before, own);
  return new Map(beside).set(name, { ...before, ...decided, events: before.events.concat(decided.events) });
}

/** Streams of companions as their commands are to find them: taken for new until something says that they are there. */
async function companionsOf<C, S>(streams: LoadedStreams, jobs: readonly Job<C, S>[], areInDoubt: boolean): Promise<Streams> {
  const beside = new Map<string, Beside>();
  for (const { stream, id } of jobs.flatMap(({ companions }) => companions)) {
    const name = streamName(stream.category, id);
    if (beside.has(name)) continue;
    const loaded = areInDoubt || streams.inMemory(name) ? await streams.load(stream, id) : unbegun(stream);
    beside.set(name, { ...loaded, stream, expected: loaded.version, events: [] });
  }
  return beside;
}

const written = <S>(result: Result<Attempt<S>>, position: Position | null): Result<Written<S>> => {
  if ('error' in result) return result;
  const { state, version, events } = result.value;
  return { value: { state, version, position: events.length > 0 ? position : null, replayed: false } };
};

/** One of the jobs is to blame, and only that one is to know. Its key may have been used a moment ago, by the same request or another. */
async function afterFault<C, S, E extends AnyEvent>(
  stores: Stores,
  stream: Stream<C, S, E>,
  name: string,
  jobs: readonly Job<C, S>[],
  error: DuplicateEvent | UnstorableEvent,
): Promise<Result<Written<S>>[]> {
  const results: Result<Written<S>>[] = [];
  const [first] = jobs;
  if (first && jobs.length === 1) {
    const done = await repetition(stores, stream, name, first.context);
    if (done) return [{ value: done }];
    if (error instanceof DuplicateEvent) throw new Rejected('request/key-reused');
    throw error instanceof AppendTooLarge ? new Rejected('write/too-large') : error;
  }
  for (const job of jobs) results.push(...(await decideTogether(stores, stream, [job]).catch((fault: unknown) => [{ error: fault }])));
  return results;
}
