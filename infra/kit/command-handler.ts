import { setTimeout as pause } from 'node:timers/promises';
import { schemaVersion, upcast } from '@waystory/proto/kit/event.ts';
import { type EventStore, type NewEvent, type Position, type RecordedEvent, VersionConflict } from '../event-store/port.ts';
import { type AnyEvent, type Circumstances, Rejected, type Stream, streamName } from './decider.ts';
import { derivedId, newId } from './identifier.ts';
import { createStateCache } from './state-cache.ts';

/** Around which a long stream gets a snapshot, in events. */
export const snapshotEvery = 500;
const maxAttempts = 12;

/** What comes with a command beside itself. */
export interface CommandContext {
  actorId: string | null;
  /** ISO 8601 UTC. */
  now: string;
  commandId: string;
  /** Set when the client sent an Idempotency-Key: hash of the request, same for every retry of it. */
  requestHash?: string;
  traceId?: string;
  /** Role of the actor beyond that of an ordinary user. */
  role?: string;
  /** Bulk job that it is part of. */
  jobId?: string;
  /** An id drawn for this very command: its stream cannot exist yet, so there is nothing to load. */
  drawnId?: string;
}

export interface Loaded<S> {
  state: S;
  /** Version of the stream, 0 when it does not exist. */
  version: number;
}

export interface Outcome<S> extends Loaded<S> {
  /** Position to wait for in order to read this write. */
  position: Position;
  /** The request had been done before; `state` is what it was right after it. */
  replayed: boolean;
}

export interface CommandHandler {
  /** The stream as it is now. */
  load<C, S, E extends AnyEvent>(stream: Stream<C, S, E>, id: string): Promise<Loaded<S>>;
  /**
   * Load, decide, append; on a conflict decide again on the newer state.
   * Several commands are decided one on top of the other and appended together.
   * @throws Rejected when a rule says no, or (`request/conflict`) after too many conflicts.
   */
  execute<C, S, E extends AnyEvent>(
    stream: Stream<C, S, E>,
    id: string,
    commands: readonly C[],
    context: CommandContext,
    /** Called with the state before each attempt; may throw to refuse it, as If-Match does. */
    precondition?: (state: S) => void,
  ): Promise<Outcome<S>>;
}

interface Attempt<S> extends Loaded<S> {
  events: NewEvent[];
}

export function createCommandHandler(store: EventStore): CommandHandler {
  const cache = createStateCache();

  async function load<C, S, E extends AnyEvent>(stream: Stream<C, S, E>, id: string): Promise<Loaded<S>> {
    const name = streamName(stream.category, id);
    const known = cache.get<S>(name) ?? (await readSnapshot(stream, name)) ?? unbegun(stream);
    const events = await store.read(name, known.version);
    if (events.length === 0) {
      if (known.version > 0) cache.set(name, known);
      return known;
    }
    const loaded = { state: replay(stream, known.state, events, name), version: events.at(-1)?.version ?? known.version };
    cache.set(name, loaded);
    return loaded;
  }

  async function readSnapshot<C, S, E extends AnyEvent>(stream: Stream<C, S, E>, name: string): Promise<Loaded<S> | null> {
    const snapshot = await store.readSnapshot(name, `${stream.category}@${stream.stateVersion}`);
    return snapshot && { state: snapshot.state as S, version: snapshot.version }; // written by `remember` under the same schema
  }

  /** Keeps the new state for the next command, and beyond this process once in a while. */
  async function remember<C, S, E extends AnyEvent>(stream: Stream<C, S, E>, name: string, before: number, now: Loaded<S>): Promise<void> {
    cache.set(name, now);
    if (Math.floor(before / snapshotEvery) === Math.floor(now.version / snapshotEvery)) return;
    // The events are stored already; without the snapshot the next load only takes longer.
    await store.writeSnapshot(name, `${stream.category}@${stream.stateVersion}`, now).catch(() => {});
  }

  async function execute<C, S, E extends AnyEvent>(
    stream: Stream<C, S, E>,
    id: string,
    commands: readonly C[],
    context: CommandContext,
    precondition: (state: S) => void = () => {},
  ): Promise<Outcome<S>> {
    const name = streamName(stream.category, id);
    // What is in memory may be behind other processes: good enough to append on (the version is checked), not to refuse on.
    let current = context.requestHash ? undefined : id === context.drawnId ? unbegun(stream) : cache.get<S>(name);
    for (let attempt = 1; ; attempt++) {
      const fresh = current === undefined;
      const on = current ?? (context.requestHash ? await loadUnlessDone(stream, name, context) : await load(stream, id));
      if (isDone(on)) return on;
      current = undefined;
      const decided = decide(stream, name, commands, on, context, precondition, fresh);
      if (decided === 'stale') continue;
      if (decided.events.length === 0) return { ...on, position: await store.head(), replayed: false };
      try {
        const { position, repeated } = await store.append(name, on.version, decided.events);
        // The same request went through a moment ago; what is in the stream is the answer.
        if (repeated) continue;
        await remember(stream, name, on.version, decided);
        return { state: decided.state, version: decided.version, position, replayed: false };
      } catch (error) {
        if (!(error instanceof VersionConflict)) throw error;
        if (attempt >= maxAttempts) throw new Rejected('request/conflict', { stream: name });
        await pause(Math.random() * 4 * attempt);
      }
    }
  }

  /** The stream as it is now, or the outcome of the same request when it has been done already. */
  async function loadUnlessDone<C, S, E extends AnyEvent>(
    stream: Stream<C, S, E>,
    name: string,
    { commandId, requestHash }: CommandContext,
  ): Promise<Loaded<S> | Outcome<S>> {
    const events = await store.read(name);
    const last = events.findLast(({ meta }) => meta.commandId === commandId);
    const version = last?.version ?? events.length;
    const state = replay(stream, stream.decider.initial, events.slice(0, version), name);
    if (!last) return { state, version };
    if (last.meta.requestHash !== requestHash) throw new Rejected('request/key-reused');
    return { state, version, position: last.position, replayed: true };
  }

  return { load, execute };
}

const unbegun = <C, S, E extends AnyEvent>({ decider }: Stream<C, S, E>): Loaded<S> => ({ state: decider.initial, version: 0 });

const isDone = <S>(loaded: Loaded<S> | Outcome<S>): loaded is Outcome<S> => 'replayed' in loaded;

function replay<C, S, E extends AnyEvent>(stream: Stream<C, S, E>, state: S, events: readonly RecordedEvent[], name: string): S {
  return events.reduce((before, { type, schema, data, version, at }) => {
    const event = { type, data: upcast(stream.events, { type, schema, data }), stream: name, version, at };
    return stream.decider.evolve(before, event as unknown as E & Circumstances); // the vocabulary of the stream is the union E
  }, state);
}

/** Events of all commands on top of `on`, and the state after them; `stale` when a refusal may be due to old memory. */
function decide<C, S, E extends AnyEvent>(
  stream: Stream<C, S, E>,
  name: string,
  commands: readonly C[],
  on: Loaded<S>,
  context: CommandContext,
  precondition: (state: S) => void,
  fresh: boolean,
): Attempt<S> | 'stale' {
  const attempt: Attempt<S> = { ...on, events: [] };
  try {
    precondition(on.state);
    for (const command of commands) {
      for (const event of stream.decider.decide(command, attempt.state)) {
        attempt.version += 1;
        attempt.events.push(newEvent(stream, event, context, attempt.events.length));
        attempt.state = stream.decider.evolve(attempt.state, { ...event, stream: name, version: attempt.version, at: context.now });
      }
    }
  } catch (error) {
    if (error instanceof Rejected && !fresh) return 'stale';
    throw error;
  }
  return attempt.events.length === 0 && !fresh ? 'stale' : attempt;
}

function newEvent<C, S, E extends AnyEvent>(stream: Stream<C, S, E>, { type, data }: E, context: CommandContext, index: number): NewEvent {
  const schema = stream.events.schemas[type];
  if (!schema) throw new Error(`${type} is not an event of ${stream.category}`);
  const { now, actorId, commandId, requestHash, traceId, role, jobId } = context;
  const meta = {
    actorId,
    commandId,
    ...(requestHash && { requestHash }),
    ...(traceId && { traceId }),
    ...(role && { role }),
    ...(jobId && { jobId }),
  };
  // Only a request that may be repeated needs ids that its repetition finds again.
  const id = requestHash ? derivedId(commandId, String(index)) : newId();
  return { id, type, schema: schemaVersion(stream.events, type), data: schema.parse(data), meta, at: now };
}
