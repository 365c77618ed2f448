import { type OtlpReceiver, orphanSpansIn, otlpReceiver, type ReceivedSpan } from '@waystory/infra/tracing/otlp-receiver.fixture.ts';
import { newSpanId, newTraceId, traceparentOf } from '@waystory/infra/tracing/port.ts';
import { Resources } from '../../harness/resources.ts';
import { mustSucceed, type SendRequest } from '../environment/client.ts';
import { openEnvironment } from '../environment/environment.ts';
import { until } from '../environment/progress.ts';
import { type DrillRun, lineWithFaults, type Tally } from '../tally.ts';

/** Timeout until a trace is complete, milliseconds: processes export spans every five seconds. */
const wholeWithinMs = 30_000;
const contexts: readonly string[] = ['accounts', 'itineraries', 'media', 'moderation', 'social', 'web', 'assistant', 'billing', 'model'];

/** Clicks through the gateway of a cluster: each is one trace over all processes that had a part in it, and nothing else is recorded. */
export async function tracesDrill({ runs, short, tally }: DrillRun): Promise<void> {
  await using held = new Resources();
  const receiver = await otlpReceiver();
  held.defer(receiver.stop);
  const settings = { OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url, OTEL_TRACES_SAMPLER_ARG: '0' };
  const on = short ? (['kafka', 'mongodb'] as const) : (['kafka', 'mongodb', 'elasticsearch', 'temporal'] as const);
  await using environment = await openEnvironment({ name: 'traces', processes: 'many', on, contexts, settings });
  const ask = environment.as('traveller');
  for (let run = 1; run <= runs; run++)
    await traceOf(receiver, ask, { what: `click ${run}`, path: '/api/itineraries', body: { title: `Click ${run}` }, wanted: parts }, tally);
  await ask({ method: 'POST', path: '/api/accounts', body: {} });
  for (const question of questions) await askOnce(receiver, ask, question, tally);
  const unasked = await ask({ method: 'POST', path: '/api/itineraries', body: { title: 'Nobody looks' } });
  tally.record(unasked.status === 201, 'a write that nobody asks to record is taken');
  const traces = new Set(receiver.spans().map(({ traceId }) => traceId));
  const wanted = runs + questions.length;
  tally.record(traces.size === wanted, `${traces.size} traces came, of ${wanted} that were asked for`);
}

/** Spans of a created itinerary, and the process of each. */
const parts: readonly (readonly [name: RegExp, service: string])[] = [
  [/^POST \/api\/itineraries$/, 'waystory-command'],
  [/^command itinerary$/, 'waystory-command'],
  [/^append$/, 'waystory-command'],
  [/^publish$/, 'waystory-relay'],
  [/^project stories$/, 'waystory-projector'],
  [/^mongodb commit$/, 'waystory-projector'],
];

/** Sends a request with its own trace, and records whether all of its spans arrived. */
async function traceOf(
  receiver: OtlpReceiver,
  ask: SendRequest,
  { what, path, body, wanted }: { what: string; path: string; body: object; wanted: readonly (readonly [name: RegExp, service?: string])[] },
  tally: Tally,
): Promise<void> {
  const click = { traceId: newTraceId(), spanId: newSpanId() };
  const { status } = await ask({ method: 'POST', path, headers: { traceparent: traceparentOf(click) }, body });
  const spans = (): readonly ReceivedSpan[] => receiver.spans(click.traceId);
  const missing = () =>
    wanted.filter(([name, service]) => !spans().some((span) => name.test(span.name) && (service ?? span.service) === span.service));
  await until(() => missing().length === 0 && orphanSpansIn(spans(), click.spanId).length === 0, wholeWithinMs);
  const services = [...new Set(spans().map(({ service }) => service))].sort();
  const faults = [
    ...(status === 200 || status === 201 ? [] : ['it was refused']),
    ...missing().map((name) => `${name} is missing`),
    ...orphanSpansIn(spans(), click.spanId).map(({ name }) => `${name} hangs below nothing`),
  ];
  tally.record(faults.length === 0, lineWithFaults(`${what}: ${spans().length} spans of ${services.join(', ')} in one trace`, faults));
}

interface Question {
  what: string;
  content: string;
  /** The question is asked on the page of the user's own story. */
  isAboutStory: boolean;
  wanted: readonly RegExp[];
}

/** Questions to the assistant, whose tools send requests to the product. The first searches for places and finds none; the second is a workflow. */
const questions: readonly Question[] = [
  {
    what: 'a question',
    content: '3 days in Lisbon with food and views',
    isAboutStory: false,
    wanted: [/^chat /, /^GET \/api\/places\/search$/, /^project threads$/],
  },
  {
    what: 'a change',
    content: 'Rename it to Slow days',
    isAboutStory: true,
    wanted: [/^chat /, /^step assistant-tool runTool$/, /^PATCH \/api\/itineraries\/:id$/, /^project stories$/, /^project threads$/],
  },
];

async function readableStory(ask: SendRequest): Promise<string> {
  const { body, position } = await mustSucceed(ask, { method: 'POST', path: '/api/itineraries', body: { title: 'To be renamed' } });
  await ask({ method: 'GET', path: `/api/itineraries/${String(body.id)}`, headers: { 'x-after': String(position) } });
  return String(body.id);
}

async function askOnce(receiver: OtlpReceiver, ask: SendRequest, { what, content, isAboutStory, wanted }: Question, tally: Tally): Promise<void> {
  const path = isAboutStory ? `/api/chat?itineraryId=${await readableStory(ask)}` : '/api/chat';
  await traceOf(receiver, ask, { what, path, body: { messages: [{ role: 'user', content }] }, wanted: wanted.map((name) => [name] as const) }, tally);
}
