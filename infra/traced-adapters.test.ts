import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Bus, RelayCallbacks } from './bus/port.ts';
import { readConfig } from './config.ts';
import type { EventStore, NewEvent, RecordedEvent } from './event-store/port.ts';
import type { LanguageModel } from './language-model/port.ts';
import { createLog } from './log.ts';
import { tracedBus, tracedEventStore, tracedModel, tracedWorkflows } from './traced-adapters.ts';
import { openTracing } from './tracing/open-tracing.ts';
import { type OtlpReceiver, otlpReceiver } from './tracing/otlp-receiver.fixture.ts';
import { newSpanId, newTraceId, type Span, type Tracing, traceparentOf } from './tracing/port.ts';
import { handleTraced } from './tracing/traced-events.ts';
import type { WorkflowEngine } from './workflows/port.ts';
import type { BoundWorkflow, StepOfRun } from './workflows/workflow.ts';

let receiver: OtlpReceiver;
let tracing: Tracing;
let root: Span;
beforeAll(async () => {
  receiver = await otlpReceiver();
});
beforeEach(async () => {
  const config = readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url, OTEL_TRACES_SAMPLER_ARG: '0' });
  tracing = await openTracing(config, [], [], createLog('silent'));
  const span = tracing.enter({ traceId: newTraceId(), isSampled: true }, () => ({ name: 'POST /things' }));
  if (!span) throw new Error('It is to be recorded');
  root = span;
});
afterEach(() => tracing.close());
afterAll(() => receiver.stop());

const received = async (traceId = root.traceId) => {
  root.end();
  await tracing.flush();
  return receiver.spans(traceId);
};
const click = () => ({ traceId: newTraceId(), spanId: newSpanId() });
const event = (meta: object, at = new Date().toISOString()): NewEvent => ({
  ...{ id: newTraceId(), type: 'ThingMade', schema: 1, data: { title: 'Ada' }, at },
  meta: { actorId: null, commandId: 'c', ...meta },
});
const recorded = (of: NewEvent, position: number): RecordedEvent => ({ ...of, stream: 'thing-1', version: position, position });

test('Traced append creates one span per command whose events it stores', async () => {
  const [one, other] = [click(), click()];
  const store = { append: async () => ({ version: 3, position: 3, repeated: false }) } as unknown as EventStore; // the test calls nothing else
  const traced = tracedEventStore(store, { 'db.system.name': 'postgresql' }, tracing);
  await traced.append('thing-1', 0, [event(one), event(one), event(other), event({}), event({ traceId: newTraceId() })]);
  expect(await received(one.traceId)).toMatchObject([
    { name: 'append', parentSpanId: one.spanId, attributes: { 'waystory.events': 2, 'waystory.stream.category': 'thing' } },
  ]);
  expect(await received(other.traceId)).toMatchObject([{ name: 'append', parentSpanId: other.spanId, attributes: { 'waystory.events': 1 } }]);
});

test('Traced bus records a publication span for the command of its events', async () => {
  const at = click();
  let relay: RelayCallbacks | undefined;
  const bus = {
    relay: (options: RelayCallbacks) => {
      relay = options;
    },
  } as unknown as Bus; // the test calls nothing else
  tracedBus(bus, 'kafka', tracing).relay({ onError: () => {} });
  relay?.onRelayed?.([recorded(event(at), 1), recorded(event({ traceId: newTraceId() }), 2), recorded(event(at), 3)], Date.now() - 5);
  expect(await received(at.traceId)).toMatchObject([{ name: 'publish', parentSpanId: at.spanId, attributes: { 'waystory.events': 2 } }]);
});

test('Traced consumer records one child span per recent sampled command, and none for unsampled or old events', async () => {
  const [one, other] = [click(), click()];
  const events = [event(one), event(one), event(other), event({ traceId: newTraceId() }), event(click(), '2026-01-01T00:00:00.000Z')];
  const describeAll = () => ({ name: 'project things', attributes: { 'waystory.projection': 'things@1' } });
  const within = await handleTraced(
    tracing,
    events.map((of) => ({ event: of })),
    describeAll,
    async () => tracing.active(),
  );
  const [first] = await received(one.traceId);
  expect(first).toMatchObject({ name: 'project things', parentSpanId: one.spanId, attributes: { 'waystory.events': 2 } });
  expect(within).toMatchObject({ traceId: one.traceId, spanId: first?.spanId });
  expect(await received(other.traceId)).toMatchObject([{ name: 'project things', attributes: { 'waystory.events': 1 } }]);
  expect(receiver.spans().filter(({ name }) => name === 'project things')).toHaveLength(2);
});

test('Traced workflow step belongs to the trace of the starter, in any process', async () => {
  const started: unknown[][] = [];
  let working: readonly BoundWorkflow[] = [];
  const engine = {
    start: async (...call: unknown[]) => void started.push(call),
    work: async (workflows: readonly BoundWorkflow[]) => {
      working = workflows;
    },
  } as unknown as WorkflowEngine; // the test calls only these methods
  const traced = tracedWorkflows(engine, 'temporal', tracing);
  await tracing.within(root, () => traced.start('make', 'make:1', {}));
  await traced.start('make', 'make:2', {});
  expect(started).toEqual([
    ['make', 'make:1', {}, traceparentOf(root)],
    ['make', 'make:2', {}, undefined],
  ]);
  const activities = { cut: async (_: unknown, { run }: StepOfRun) => [run, tracing.active()?.traceId] };
  await traced.work([{ workflow: { name: 'make' }, activities } as unknown as BoundWorkflow]); // the test reads only these parts
  expect(await working[0]?.activities.cut?.({}, { run: 'make:1', traceparent: traceparentOf(root) })).toEqual(['make:1', root.traceId]);
  expect(await working[0]?.activities.cut?.({}, { run: 'make:2' })).toEqual(['make:2', undefined]);
  const [, step] = (await received()).filter(({ name }) => name !== 'POST /things');
  const attributes = { 'waystory.workflow.name': 'make', 'waystory.workflow.id': 'make:1', 'waystory.workflow.step': 'cut' };
  expect(step).toMatchObject({ name: 'step make cut', parentSpanId: root.spanId, attributes });
});

test('Traced model call records model and tokens, never the content', async () => {
  const model = {
    async *stream() {
      yield { kind: 'text', text: 'Dear Ada' };
      yield { kind: 'finish', reason: 'stop', usage: { promptTokens: 12, completionTokens: 3 } };
    },
  } as unknown as LanguageModel; // the test calls nothing else
  const traced = tracedModel(model, 'small', tracing);
  const request = { messages: [{ role: 'user', content: 'I am Ada' }], tools: [] } as const;
  const deltas = tracing.within(root, () => traced.stream(request, new AbortController().signal));
  const kinds: string[] = [];
  for await (const { kind } of deltas) kinds.push(kind);
  expect(kinds).toEqual(['text', 'finish']);
  const [chat] = await received();
  const usage = { 'gen_ai.usage.input_tokens': 12, 'gen_ai.usage.output_tokens': 3 };
  expect(chat).toMatchObject({ name: 'chat small', parentSpanId: root.spanId, attributes: { 'gen_ai.request.model': 'small', ...usage } });
  expect(receiver.bodies.join()).not.toContain('Ada');
});
