import type { Adapters } from './adapters.ts';
import type { Bus } from './bus/port.ts';
import type { Config } from './config.ts';
import type { EventStore, NewEvent } from './event-store/port.ts';
import type { LanguageModel, ModelDelta } from './language-model/port.ts';
import type { Payments } from './payments/port.ts';
import {
  type Attributes,
  inSpan,
  parseTraceparent,
  type Span,
  type SpanContext,
  spanContextOf,
  type Tracing,
  traceparentOf,
} from './tracing/port.ts';
import { runInSpans } from './tracing/traced-events.ts';
import type { WorkflowEngine } from './workflows/port.ts';
import type { Activities } from './workflows/workflow.ts';

type Call = (...args: unknown[]) => Promise<unknown>;

/** Names of a port's methods that return promises. */
type CallName<T> = { [K in keyof T & string]: T[K] extends (...args: never[]) => Promise<unknown> ? K : never }[keyof T & string];

/** Wraps a port so that its calls become child spans of the active span. Work without an active span calls the port directly. */
export function tracedCalls<T extends object>(port: T, tracing: Tracing, engine: Attributes, names: readonly CallName<T>[]): T {
  const system = engine['db.system.name'] ?? engine['peer.service'];
  const traced = names.map((name): [string, Call] => {
    const call = port[name] as Call; // as: `CallName` names methods that return promises
    const options = { kind: 'client', attributes: { ...engine, 'db.operation.name': name } } as const;
    return [
      name,
      (...args) => {
        const active = tracing.active();
        return active ? inSpan(tracing, `${system} ${name}`, active, options, () => call.apply(port, args)) : call.apply(port, args);
      },
    ];
  });
  return { ...port, ...Object.fromEntries(traced) };
}

type Chosen = Pick<Config, 'EVENT_STORE' | 'BUS' | 'PROJECTIONS' | 'SEARCH' | 'WORKFLOWS' | 'BLOBS'>;

/** Attribute with OpenTelemetry's name of the engine. */
const database = (engine: Chosen[keyof Chosen]): Attributes => ({
  'db.system.name': engine === 'postgres' || engine === 'dbos' ? 'postgresql' : engine,
});

/** Wraps the engines of a process for tracing; returns them unchanged when tracing is off. */
export function tracedAdapters(engines: Adapters, chosen: Chosen, tracing: Tracing): Adapters {
  if (!tracing.isOn) return engines;
  const { events, bus, projections, search, workflows, blobs } = engines;
  return {
    ...engines,
    events: tracedEventStore(events, database(chosen.EVENT_STORE), tracing),
    bus: tracedBus(bus, chosen.BUS === 'kafka' ? 'kafka' : 'postgresql', tracing),
    projections: tracedCalls(projections, tracing, database(chosen.PROJECTIONS), [
      'load',
      'commit',
      'find',
      'count',
      'findShared',
      'findAndCount',
      'get',
    ]),
    search: tracedCalls(search, tracing, database(chosen.SEARCH), ['write', 'search']),
    workflows: tracedWorkflows(workflows, chosen.WORKFLOWS, tracing),
    blobs: tracedCalls(blobs, tracing, { 'peer.service': chosen.BLOBS === 'azure' ? 'azure-blob-storage' : 'folder' }, [
      'grantUpload',
      'put',
      'info',
      'read',
      'remove',
    ]),
  };
}

/** Creates a span for each command of an append, because one batched append may store the events of several commands. */
export function tracedEventStore(store: EventStore, engine: Attributes, tracing: Tracing): EventStore {
  const calls = tracedCalls(store, tracing, engine, ['read', 'readMany', 'find', 'readSnapshot', 'writeSnapshot']);
  return {
    ...calls,
    append: async (stream, expected, events, companions, documents) => {
      const attributes = { ...engine, 'db.operation.name': 'append', 'waystory.stream.category': stream.split('-', 1)[0] ?? '' };
      const spans = commandsOf(events).map(([parent, count]) =>
        tracing.start('append', parent, { kind: 'client', attributes: { ...attributes, 'waystory.events': count } }),
      );
      return runInSpans(tracing, spans, () => store.append(stream, expected, events, companions, documents));
    },
  };
}

/** Span contexts of the commands of some events, each with its number of events. */
function commandsOf(events: readonly NewEvent[]): (readonly [SpanContext, number])[] {
  const found = new Map<string, readonly [SpanContext, number]>();
  for (const { meta } of events) {
    const parent = spanContextOf(meta);
    if (parent) found.set(parent.spanId, [parent, (found.get(parent.spanId)?.[1] ?? 0) + 1]);
  }
  return [...found.values()];
}

/** Creates a publication span for each sampled command; consumers add their own spans when they handle its events. */
export const tracedBus = (bus: Bus, system: string, tracing: Tracing): Bus => ({
  ...bus,
  relay: ({ onRelayed, ...options }) =>
    bus.relay({
      ...options,
      onRelayed: (events, begun) => {
        for (const [parent, count] of commandsOf(events)) {
          const attributes = { 'messaging.system': system, 'waystory.events': count };
          tracing.start('publish', parent, { kind: 'producer', startTime: begun, attributes }).end();
        }
        onRelayed?.(events, begun);
      },
    }),
});

/** Adds the steps of a workflow run to the trace of its starter, whichever process executes them. */
export function tracedWorkflows(engine: WorkflowEngine, name: Chosen['WORKFLOWS'], tracing: Tracing): WorkflowEngine {
  const attributes: Attributes = name === 'dbos' ? database(name) : { 'peer.service': name };
  const calls = tracedCalls(engine, tracing, attributes, ['start', 'signal']);
  return {
    ...calls,
    start: (workflow, id, input) => {
      const active = tracing.active();
      return calls.start(workflow, id, input, active && traceparentOf(active));
    },
    work: (workflows) =>
      engine.work(workflows.map((bound) => ({ ...bound, activities: tracedActivities(bound.workflow.name, bound.activities, tracing) }))),
  };
}

const tracedActivities = (workflow: string, activities: Activities, tracing: Tracing): Activities =>
  Object.fromEntries(
    Object.entries(activities).map(([name, activity]): [string, Activities[string]] => [
      name,
      async (input, step) => {
        const parent = parseTraceparent(step.traceparent);
        if (!parent) return activity(input, step);
        const attributes = { 'waystory.workflow.name': workflow, 'waystory.workflow.id': step.run, 'waystory.workflow.step': name };
        const span = tracing.start(`step ${workflow} ${name}`, parent, { attributes });
        return runInSpans(tracing, [span], () => activity(input, step));
      },
    ]),
  );

/** Traces model calls. Spans record the model and the number of tokens, never the content. */
export function tracedModel(model: LanguageModel, name: string, tracing: Tracing): LanguageModel {
  if (!tracing.isOn) return model;
  return {
    ...model,
    stream: (request, signal) => {
      const active = tracing.active();
      if (!active) return model.stream(request, signal);
      const span = tracing.start(`chat ${name}`, active, { kind: 'client', attributes: { 'gen_ai.request.model': name } });
      return countingTokens(model.stream(request, signal), span);
    },
  };
}

async function* countingTokens(deltas: AsyncIterable<ModelDelta>, span: Span): AsyncIterable<ModelDelta> {
  let failure: unknown;
  try {
    for await (const delta of deltas) {
      if (delta.kind === 'finish' && delta.usage) {
        const { promptTokens, completionTokens } = delta.usage;
        span.setAttributes({ 'gen_ai.usage.input_tokens': promptTokens, 'gen_ai.usage.output_tokens': completionTokens });
      }
      yield delta;
    }
  } catch (error) {
    failure = error;
    throw error;
  } finally {
    span.end(failure);
  }
}

/** Traces calls to Stripe or its sandbox. */
export const tracedPayments = (payments: Payments, tracing: Tracing): Payments =>
  tracing.isOn ? tracedCalls(payments, tracing, { 'peer.service': 'stripe' }, ['openCheckout', 'read', 'expire', 'refund', 'orderOf']) : payments;
