import { setTimeout as pause } from 'node:timers/promises';
import { isPersonal } from '@waystory/proto/kit/event.ts';
import { type EventStore, type Position, type RecordedEvent, VersionConflict } from '../event-store/port.ts';
import { attempt, replay, unbegun } from './command-attempt.ts';
import { type AnyEvent, Rejected, type Stream, streamName } from './decider.ts';
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

/** One of many commands on streams of one kind. */
export interface Order<C> {
  id: string;
  command: C;
  /** With a `requestHash`, for it is told apart by its `commandId` whether it was done before. */
  context: CommandContext & { requestHash: string };
}

/** What became of an order: `position` is null when there was nothing to change. */
export type Settled = { position: Position | null } | Rejected;

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
  /**
   * Many commands, each by itself: one that is refused leaves the others alone. Their streams are loaded in one go and appended together.
   * For a few hundred at a time; answers in their order.
   */
  executeEach<C, S, E extends AnyEvent>(stream: Stream<C, S, E>, orders: readonly Order<C>[]): Promise<Settled[]>;
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
    // A snapshot would show what the events keep sealed.
    if (isPersonal(stream.events) || Math.floor(before / snapshotEvery) === Math.floor(now.version / snapshotEvery)) return;
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
    const { position, ...outcome } = await run(stream, id, commands, context, precondition);
    return { ...outcome, position: position ?? (await store.head()) };
  }

  /** `history`: all events of the stream, read a moment ago. */
  async function run<C, S, E extends AnyEvent>(
    stream: Stream<C, S, E>,
    id: string,
    commands: readonly C[],
    context: CommandContext,
    precondition: (state: S) => void,
    history?: RecordedEvent[],
  ): Promise<Loaded<S> & { position: Position | null; replayed: boolean }> {
    const name = streamName(stream.category, id);
    // What is in memory may be behind other processes: good enough to append on (the version is checked), not to refuse on.
    let current = context.requestHash ? undefined : id === context.drawnId ? unbegun(stream) : cache.get<S>(name);
    let known = history;
    for (let turn = 1; ; turn++) {
      const fresh = current === undefined;
      const on = current ?? (context.requestHash ? unlessDone(stream, name, context, known ?? (await store.read(name))) : await load(stream, id));
      if (isDone(on)) return on;
      current = known = undefined;
      const decided = attempt(stream, name, commands, on, context, precondition, fresh);
      if (decided === 'stale') continue;
      if (decided.events.length === 0) return { ...on, position: null, replayed: false };
      try {
        const { position, repeated } = await store.append(name, on.version, decided.events);
        // The same request went through a moment ago; what is in the stream is the answer.
        if (repeated) continue;
        await remember(stream, name, on.version, decided);
        return { state: decided.state, version: decided.version, position, replayed: false };
      } catch (error) {
        if (!(error instanceof VersionConflict)) throw error;
        if (turn >= maxAttempts) throw new Rejected('request/conflict', { stream: name });
        await pause(Math.random() * 4 * turn);
      }
    }
  }

  async function executeEach<C, S, E extends AnyEvent>(stream: Stream<C, S, E>, orders: readonly Order<C>[]): Promise<Settled[]> {
    const histories = await store.readMany([...new Set(orders.map(({ id }) => streamName(stream.category, id)))]);
    const last = new Map<string, Promise<unknown>>();
    const settled = orders.map(({ id, command, context }): Promise<Settled> => {
      const before = last.get(id);
      const alone = (history?: RecordedEvent[]): Promise<Settled> =>
        run(stream, id, [command], context, () => {}, history).then(
          ({ position }) => ({ position }),
          (error: unknown) => {
            if (error instanceof Rejected) return error;
            throw error;
          },
        );
      // Those on one stream take turns: together they would only be in each other's way.
      const turn = before ? before.then(() => alone()) : alone(histories.get(streamName(stream.category, id)));
      last.set(id, turn);
      return turn;
    });
    return Promise.all(settled);
  }

  return { load, execute, executeEach };
}

/** The stream as its events make it, or the outcome of the same request when it has been done already. */
function unlessDone<C, S, E extends AnyEvent>(
  stream: Stream<C, S, E>,
  name: string,
  { commandId, requestHash }: CommandContext,
  events: readonly RecordedEvent[],
): Loaded<S> | Outcome<S> {
  const last = events.findLast(({ meta }) => meta.commandId === commandId);
  const version = last?.version ?? events.length;
  const state = replay(stream, stream.decider.initial, events.slice(0, version), name);
  if (!last) return { state, version };
  if (last.meta.requestHash !== requestHash) throw new Rejected('request/key-reused');
  return { state, version, position: last.position, replayed: true };
}

const isDone = <S>(loaded: Loaded<S> | Outcome<S>): loaded is Outcome<S> => 'replayed' in loaded;
