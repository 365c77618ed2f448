import { eraseType } from '../erase.ts';
import { Rejected } from '../errors.ts';
import type { EventStore, Position } from '../event-store/port.ts';
import { inSpan, noTracing, type Span, type Tracing } from '../tracing/port.ts';
import { type ChangesOf, type CommandJob, decideAndAppend, type WriteResult } from './decide-and-append.ts';
import { type AnyEvent, type CommandContext, CommandWithLinks, type Expectation, type Stream, streamName } from './decider.ts';
import { executeInBatches } from './execute-in-batches.ts';
import { createKeyedBatchQueue } from './keyed-batch-queue.ts';
import { type CommandOutcome, createStreamRepository, type LoadedState } from './stream-repository.ts';

export type { CommandContext } from './decider.ts';
export type { CommandOutcome, LoadedState } from './stream-repository.ts';

/** Most waiting commands on one stream that are decided together. */
const batchSize = 100;

/** One of many commands on streams of one category. */
export interface CommandOrder<C> {
  id: string;
  command: C;
  /** Context with a `requestHash`; its `commandId` is the idempotency key. */
  context: CommandContext & { requestHash: string };
}

/** Result of an order; `position` is null when there was nothing to change. */
export type OrderResult = { position: Position | null } | Rejected;

/** Commands on one stream. Each is decided on the state after the previous command, and all are appended together. */
export type CommandBatch<C> = readonly C[] | CommandWithLinks<C>;

export interface CommandHandler {
  /** Loads the current state of a stream. */
  load<C, S, E extends AnyEvent>(stream: Stream<C, S, E>, id: string): Promise<LoadedState<S>>;
  /**
   * Returns the cached state if `suits` accepts it, else the current one. The cached state is at most 200 ms behind other processes. That suffices to
   * accept a command, but not to refuse one.
   */
  recall<C, S, E extends AnyEvent>(stream: Stream<C, S, E>, id: string, suits: (state: S) => boolean): Promise<LoadedState<S>>;
  /**
   * Loads, decides and appends; after a conflict decides again on the current state. Waiting requests on one stream are decided and appended
   * together. A repetition under an idempotency key gets the first result, before `commands` is called.
   * @throws Rejected when a rule refuses
   * @throws Rejected `request/stale` when the expectation fails
   * @throws Rejected `request/key-reused` when the key was used for another request
   * @throws Rejected `request/conflict` after too many conflicts
   */
  execute<C, S, E extends AnyEvent>(
    stream: Stream<C, S, E>,
    id: string,
    commands: CommandBatch<C> | (() => Promise<CommandBatch<C>>),
    context: CommandContext,
    expects?: Expectation,
  ): Promise<CommandOutcome<S>>;
  /**
   * Executes many commands independently: a refusal does not affect the other commands. Streams of a batch are loaded and appended together. Between
   * batches, the event loop serves requests. Results have the order of the commands.
   */
  executeEach<C, S, E extends AnyEvent>(stream: Stream<C, S, E>, orders: readonly CommandOrder<C>[]): Promise<OrderResult[]>;
}

/** A job with its stream, types erased. */
interface AnyJob {
  stream: Stream<unknown, unknown, AnyEvent>;
  job: CommandJob<unknown, unknown>;
}

/** @param changesOf Documents to store in the transaction of the events, on engines that support it. */
export function createCommandHandler(store: EventStore, changesOf: ChangesOf = () => undefined, tracing: Tracing = noTracing): CommandHandler {
  const streams = createStreamRepository(store);
  const stores = { store, streams, changesOf };
  const enqueue = createKeyedBatchQueue<AnyJob, WriteResult<unknown>>(batchSize, async (jobs) => {
    const [first] = jobs;
    return first
      ? decideAndAppend(
          stores,
          first.stream,
          jobs.map(({ job }) => job),
        )
      : [];
  });

  /** Queues a job at its stream; resolves when it is decided and appended. */
  const write = <C, S, E extends AnyEvent>(stream: Stream<C, S, E>, job: CommandJob<C, S>): Promise<WriteResult<S>> =>
    eraseType(enqueue(streamName(stream.category, job.id), eraseType({ stream, job })));

  /** Writes once per idempotency key. */
  async function writeOnce<C, S, E extends AnyEvent>(
    stream: Stream<C, S, E>,
    id: string,
    commands: CommandBatch<C> | (() => Promise<CommandBatch<C>>),
    context: CommandContext,
    expects: Expectation = {},
    span?: Span,
  ): Promise<WriteResult<S>> {
    const earlier = () => streams.findIdempotentResult(stream, streamName(stream.category, id), context);
    const done = await earlier();
    if (done) return done;
    try {
      const asked = typeof commands === 'function' ? await commands() : commands;
      const made = asked instanceof CommandWithLinks ? { commands: [asked.command], links: asked.links } : { commands: asked, links: [] };
      nameCommand(span, made.commands[0]);
      const written = await write(stream, { id, ...made, context, expects });
      return written.position === null ? ((await earlier()) ?? written) : written;
    } catch (error) {
      // The refusal may result from a concurrent success of the same request, whose result is then returned.
      const meanwhile = error instanceof Rejected && error.code !== 'request/key-reused' && (await earlier());
      if (meanwhile) return meanwhile;
      throw error;
    }
  }

  const executeEach = executeInBatches(stores, { write, writeOnce });
  return {
    load: streams.load,
    recall: streams.recall,
    async execute(stream, id, commands, context, expects) {
      const { position, ...outcome } = await inCommandSpan(tracing, stream.category, [context], ([own = context], span) =>
        writeOnce(stream, id, commands, own, expects, span),
      );
      return { ...outcome, position: position ?? (await store.head()) };
    },
    executeEach(stream, orders) {
      if (!tracing.active()) return executeEach(stream, orders);
      const contexts = orders.map(({ context }) => context);
      return inCommandSpan(tracing, stream.category, contexts, (own, span) => {
        nameCommand(span, orders[0]?.command);
        return executeEach(
          stream,
          orders.map((order, index) => ({ ...order, context: own[index] ?? order.context })),
        );
      });
    },
  };
}

/** Runs commands in a span. Their events store its id, so that consumers continue the trace. Without an active trace, no span is created. */
function inCommandSpan<T, C extends CommandContext>(
  tracing: Tracing,
  category: string,
  contexts: readonly C[],
  work: (contexts: readonly C[], span: Span | undefined) => Promise<T>,
): Promise<T> {
  const active = tracing.active();
  if (!active) return work(contexts, undefined);
  return inSpan(tracing, `command ${category}`, active, { attributes: { 'waystory.stream.category': category } }, (span) => {
    const { traceId, spanId } = span;
    return work(
      contexts.map((context) => ({ ...context, traceId, spanId })),
      span,
    );
  });
}

/** Names the span by the command's type alone, which holds no personal data. */
function nameCommand(span: Span | undefined, command: unknown): void {
  if (!span) return;
  const { type } = Object(command) as { type?: unknown }; // commands have one by convention
  span.setAttributes({ 'waystory.command': typeof type === 'string' ? type : 'unknown' });
}
