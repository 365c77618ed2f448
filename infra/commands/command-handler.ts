import { setTimeout as pause } from 'node:timers/promises';
import { isPersonal } from '@waystory/proto/kit/event.ts';
import { Rejected } from '../errors.ts';
import { DuplicateEvent, type EventStore, type Position, type RecordedEvent, UnstorableEvent, VersionConflict } from '../event-store/port.ts';
import { attempt, eventIdOf, replay, unbegun } from './command-attempt.ts';
import { type AnyEvent, type Stream, streamName } from './decider.ts';
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
   * What a request with a key did before is looked up first: a repetition is answered with it, and commands that are still to be made are not made.
   * @throws Rejected when a rule says no, (`request/key-reused`) when the key was used for another request, or (`request/conflict`) after
   * too many conflicts.
   */
  execute<C, S, E extends AnyEvent>(
    stream: Stream<C, S, E>,
    id: string,
    commands: readonly C[] | (() => Promise<readonly C[]>),
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
    commands: readonly C[] | (() => Promise<readonly C[]>),
    context: CommandContext,
    precondition: (state: S) => void = () => {},
  ): Promise<Outcome<S>> {
    const done = await repetition(stream, id, context);
    if (done) return done;
    // What speaks against it, or leaves nothing to do, may be what the same request did in the meantime.
    const meanwhile = () => repetition(stream, id, context);
    try {
      const made = typeof commands === 'function' ? await commands() : commands;
      const { position, ...outcome } = await run(stream, id, made, context, precondition);
      if (position !== null) return { ...outcome, position };
      return (await meanwhile()) ?? { ...outcome, position: await store.head() };
    } catch (error) {
      const before = error instanceof Rejected && error.code !== 'request/key-reused' && (await meanwhile());
      if (before) return before;
      throw error;
    }
  }

  /**
   * What the same request did before; null when it did nothing yet.
   * @throws Rejected when another request was made under its key.
   */
  async function repetition<C, S, E extends AnyEvent>(stream: Stream<C, S, E>, id: string, context: CommandContext): Promise<Outcome<S> | null> {
    if (!context.requestHash) return null;
    const name = streamName(stream.category, id);
    const first = await store.find(eventIdOf(context, 0), name);
    if (!first) return null;
    if (first.stream !== name) throw new Rejected('request/key-reused');
    return doneIn(stream, name, context, await store.read(name));
  }

  /** `begin`: the stream as it was read a moment ago. */
  async function run<C, S, E extends AnyEvent>(
    stream: Stream<C, S, E>,
    id: string,
    commands: readonly C[],
    context: CommandContext,
    precondition: (state: S) => void,
    begin?: Loaded<S>,
  ): Promise<Loaded<S> & { position: Position | null; replayed: boolean }> {
    const name = streamName(stream.category, id);
    // What is in memory may be behind other processes: good enough to append on (the version is checked), not to refuse on.
    let current = begin ?? (id === context.drawnId ? unbegun(stream) : cache.get<S>(name));
    for (let turn = 1; ; turn++) {
      const fresh = current === undefined || current === begin;
      const on: Loaded<S> = current ?? (await load(stream, id));
      current = undefined;
      const decided = attempt(stream, name, commands, on, context, precondition, fresh);
      if (decided === 'stale') continue;
      if (decided.events.length === 0) return { ...on, position: null, replayed: false };
      try {
        const { position, repeated } = await store.append(name, on.version, decided.events);
        if (repeated) throw new DuplicateEvent(name);
        await remember(stream, name, on.version, decided);
        return { state: decided.state, version: decided.version, position, replayed: false };
      } catch (error) {
        // The key may have been used a moment ago, by the same request or another.
        const isKnown = error instanceof DuplicateEvent || error instanceof UnstorableEvent;
        const done = isKnown ? await repetition(stream, id, context) : null;
        if (done) return done;
        if (error instanceof DuplicateEvent) throw new Rejected('request/key-reused');
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
      const name = streamName(stream.category, id);
      const before = last.get(id);
      const alone = async (history: RecordedEvent[]): Promise<Settled> => {
        try {
          const done = doneIn(stream, name, context, history);
          if (done) return { position: done.position };
          const begin = { state: replay(stream, stream.decider.initial, history, name), version: history.length };
          const { position } = await run(stream, id, [command], context, () => {}, begin);
          return { position };
        } catch (error) {
          if (error instanceof Rejected) return error;
          throw error;
        }
      };
      // Those on one stream take turns: together they would only be in each other's way.
      const turn = before ? before.then(() => store.read(name)).then(alone) : alone(histories.get(name) ?? []);
      last.set(id, turn);
      return turn;
    });
    return Promise.all(settled);
  }

  return { load, execute, executeEach };
}

/** What a command did in the stream that these are the events of; null when it did nothing yet. */
function doneIn<C, S, E extends AnyEvent>(
  stream: Stream<C, S, E>,
  name: string,
  { commandId, requestHash }: CommandContext,
  events: readonly RecordedEvent[],
): Outcome<S> | null {
  const last = events.findLast(({ meta }) => meta.commandId === commandId);
  if (!last) return null;
  if (last.meta.requestHash !== requestHash) throw new Rejected('request/key-reused');
  const { version, position } = last;
  return { state: replay(stream, stream.decider.initial, events.slice(0, version), name), version, position, replayed: true };
}
