import { Rejected } from '../errors.ts';
import type { DocumentChanges, EventStore, Position } from '../event-store/port.ts';
import { noTracing, type Span, type Tracing } from '../tracing/port.ts';
import { Accompanied } from './companion.ts';
import { decideTogether, type Job, type Precondition, type Written } from './decide-together.ts';
import { type AnyEvent, type Stream, streamName } from './decider.ts';
import { eachInSlices } from './each-in-slices.ts';
import { createLoadedStreams } from './loaded-streams.ts';
import { repetition } from './repetition.ts';
import { noteCommand, tracedCommand } from './traced-command.ts';
import { takeTurns } from './turns.ts';

/** Commands on one stream that are decided together. */
const jobsAtOnce = 100;

/** What comes with a command beside itself. */
export interface CommandContext {
  actorId: string | null;
  /** ISO 8601 UTC. */
  now: string;
  commandId: string;
  /** Set when the client sent an Idempotency-Key: hash of the request, same for every retry of it. */
  requestHash?: string;
  traceId?: string;
  /** Span of the command, where its trace is recorded. */
  spanId?: string;
  /** Role of the actor beyond that of an ordinary user. */
  role?: string;
  /** Bulk job that it is part of. */
  jobId?: string;
  /** What the product makes it for, as `proto/kit/cause.ts` names it. */
  cause?: string;
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

/** How long a state in memory counts as the present one, milliseconds, where nobody decides on it: a look at the log takes as much as a small write. */
const goodForMs = 200;

/** What a request asks of one stream: several commands are decided one on top of the other and appended together. */
export type Asked<C> = readonly C[] | Accompanied<C>;

export interface CommandHandler {
  /** The stream as it is now. */
  load<C, S, E extends AnyEvent>(stream: Stream<C, S, E>, id: string): Promise<Loaded<S>>;
  /**
   * The stream as it is in memory when that `suits`, else as it is now. What is in memory may be behind other processes, by 200 ms at most:
   * it is good enough to accept on, not to refuse on.
   */
  recall<C, S, E extends AnyEvent>(stream: Stream<C, S, E>, id: string, suits: (state: S) => boolean): Promise<Loaded<S>>;
  /**
   * Load, decide, append; on a conflict decide again on the newer state. Commands on one stream take turns, and those that wait meanwhile are
   * decided one on top of the other and appended together.
   * What a request with a key did before is looked up first: a repetition is answered with it, and commands that are still to be made are not made.
   * @throws Rejected when a rule says no, (`request/key-reused`) when the key was used for another request, or (`request/conflict`) after
   * too many conflicts.
   */
  execute<C, S, E extends AnyEvent>(
    stream: Stream<C, S, E>,
    id: string,
    commands: Asked<C> | (() => Promise<Asked<C>>),
    context: CommandContext,
    /** Called with the state before each attempt and its version; may throw to refuse it, as If-Match does. */
    precondition?: Precondition<S>,
  ): Promise<Outcome<S>>;
  /**
   * Many commands, each by itself: one that is refused leaves the others alone. They are done in slices, whose streams are loaded in one go and
   * appended together, and which give way to whatever else the process has to do. Answers in their order.
   */
  executeEach<C, S, E extends AnyEvent>(stream: Stream<C, S, E>, orders: readonly Order<C>[]): Promise<Settled[]>;
}

/** A job with its stream, the types of both forgotten. */
interface AnyJob {
  stream: Stream<unknown, unknown, AnyEvent>;
  job: Job<unknown, unknown>;
}

/** Answers, for a category of streams, what a change of state means for the documents that can be stored with the events of it. */
export type ChangesOf = (category: string) => ((before: unknown, after: unknown) => DocumentChanges | null) | undefined;

export function createCommandHandler(store: EventStore, changesOf: ChangesOf = () => undefined, tracing: Tracing = noTracing): CommandHandler {
  const streams = createLoadedStreams(store);
  const stores = { store, streams, changesOf };
  const turns = takeTurns<AnyJob, Written<unknown>>(jobsAtOnce, async (all) => {
    const [first] = all;
    return first
      ? decideTogether(
          stores,
          first.stream,
          Array.from(all, ({ job }) => job),
        )
      : [];
  });

  function write<C, S, E extends AnyEvent>(stream: Stream<C, S, E>, job: Job<C, S>): Promise<Written<S>> {
    const untyped = { stream, job } as unknown as AnyJob; // jobs on one stream all have its types
    return turns(streamName(stream.category, job.id), untyped) as Promise<Written<S>>; // the state is one of the stream's
  }

  /** Does a command once, whoever asks for it how often; `position` is null when there was nothing to change. */
  async function once<C, S, E extends AnyEvent>(
    stream: Stream<C, S, E>,
    id: string,
    commands: Asked<C> | (() => Promise<Asked<C>>),
    context: CommandContext,
    precondition: Precondition<S> = () => {},
    span?: Span,
  ): Promise<Written<S>> {
    // What speaks against it, or leaves nothing to do, may be what the same request did in the meantime.
    const before = () => repetition(stores, stream, streamName(stream.category, id), context);
    const done = await before();
    if (done) return done;
    try {
      const asked = typeof commands === 'function' ? await commands() : commands;
      const made = asked instanceof Accompanied ? { commands: [asked.command], companions: asked.companions } : { commands: asked, companions: [] };
      noteCommand(span, made.commands[0]);
      const written = await write(stream, { id, ...made, context, precondition });
      return written.position === null ? ((await before()) ?? written) : written;
    } catch (error) {
      const meanwhile = error instanceof Rejected && error.code !== 'request/key-reused' && (await before());
      if (meanwhile) return meanwhile;
      throw error;
    }
  }

  async function execute<C, S, E extends AnyEvent>(
    stream: Stream<C, S, E>,
    id: string,
    commands: Asked<C> | (() => Promise<Asked<C>>),
    context: CommandContext,
    precondition?: Precondition<S>,
  ): Promise<Outcome<S>> {
    const { position, ...outcome } = await tracedCommand(tracing, stream.category, [context], ([own = context], span) =>
      once(stream, id, commands, own, precondition, span),
    );
    return { ...outcome, position: position ?? (await store.head()) };
  }

  async function recall<C, S, E extends AnyEvent>(stream: Stream<C, S, E>, id: string, suits: (state: S) => boolean): Promise<Loaded<S>> {
    const known = streams.inMemory<S>(streamName(stream.category, id));
    const isFresh = known !== undefined && performance.now() - known.asOf <= goodForMs;
    return isFresh && suits(known.state) ? { state: known.state, version: known.version } : streams.load(stream, id);
  }

  const each = eachInSlices(stores, { write, once });
  const executeEach: CommandHandler['executeEach'] = (stream, orders) => {
    if (!tracing.active()) return each(stream, orders);
    const contexts = orders.map(({ context }) => context);
    return tracedCommand(tracing, stream.category, contexts, (own, span) => {
      noteCommand(span, orders[0]?.command);
      return each(
        stream,
        orders.map((order, index) => ({ ...order, context: own[index] ?? order.context })),
      );
    });
  };

  return { load: streams.load, recall, execute, executeEach };
}
