import { type OtlpReceiver, orphansIn, otlpReceiver, type ReceivedSpan } from '@waystory/infra/tracing/otlp-receiver.fixture.ts';
import { newSpanId, newTraceId, traceparentOf } from '@waystory/infra/tracing/trace-context.ts';
import { z } from 'zod';
import { type Ask, askAs } from '../cluster/ask.ts';
import { openDrillCluster } from '../cluster/drill-cluster.ts';
import { until } from '../cluster/progress.ts';
import type { Tally } from '../tally.ts';

/** Longest that a trace may take to be whole, milliseconds: processes deliver every five seconds. */
const wholeWithinMs = 30_000;
const contexts: readonly string[] = ['accounts', 'itineraries', 'media', 'moderation', 'social', 'web', 'assistant', 'billing', 'model'];

interface TracesOptions {
  runs: number;
  short: boolean;
  tally: Tally;
}

/** Clicks through the gateway of a cluster: each is one trace over all processes that had a part in it, and nothing else is recorded. */
export async function tracesDrill({ runs, short, tally }: TracesOptions): Promise<void> {
  const receiver = await otlpReceiver();
  const settings = { OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url, OTEL_TRACES_SAMPLER_ARG: '0' };
  const cluster = await openDrillCluster('traces', short ? ['kafka', 'mongodb'] : ['kafka', 'mongodb', 'elasticsearch', 'temporal'], {
    contexts,
    settings,
  });
  const { ask, close } = askAs(cluster.port, cluster.token);
  try {
    for (let run = 1; run <= runs; run++) await clickOnce(receiver, ask, run, tally);
    await ask({ method: 'POST', path: '/api/accounts', body: {} });
    for (const question of questions) await askOnce(receiver, ask, question, tally);
    const unasked = await ask({ method: 'POST', path: '/api/itineraries', body: { title: 'Nobody looks' } });
    tally.record(unasked.status === 201, 'a write that nobody asks to record is taken');
    const traces = new Set(receiver.spans().map(({ traceId }) => traceId));
    const wanted = runs + questions.length;
    tally.record(traces.size === wanted, `${traces.size} traces came, of ${wanted} that were asked for`);
  } finally {
    close();
    await cluster.close();
    await receiver.stop();
  }
}

/** What the processes of a cluster do about an itinerary, and which of them does it. */
const parts: readonly (readonly [name: RegExp, service: string])[] = [
  [/^POST \/api\/itineraries$/, 'waystory-command'],
  [/^command itinerary$/, 'waystory-command'],
  [/^append$/, 'waystory-command'],
  [/^publish$/, 'waystory-relay'],
  [/^project stories$/, 'waystory-projector'],
  [/^mongodb commit$/, 'waystory-projector'],
];

async function clickOnce(receiver: OtlpReceiver, ask: Ask, run: number, tally: Tally): Promise<void> {
  const click = { traceId: newTraceId(), spanId: newSpanId() };
  const headers = { traceparent: traceparentOf(click) };
  const { status } = await ask({ method: 'POST', path: '/api/itineraries', headers, body: { title: `Click ${run}` } });
  const missing = () =>
    parts.filter(([name, service]) => !receiver.spans(click.traceId).some((span) => name.test(span.name) && span.service === service));
  await until(() => missing().length === 0 && orphansIn(receiver.spans(click.traceId), click.spanId).length === 0, wholeWithinMs);
  tellTrace(`click ${run}`, status === 201, missing().map(String), receiver.spans(click.traceId), click.spanId, tally);
}

interface Question {
  what: string;
  content: string;
  /** It is asked beside a story of one's own. */
  isAboutStory: boolean;
  wanted: readonly RegExp[];
}

/** Questions to the assistant, whose tools ask the product itself: of places, which it does not know here, and for changes, which are workflows. */
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

async function readableStory(ask: Ask): Promise<string> {
  const { json, position } = await ask({ method: 'POST', path: '/api/itineraries', body: { title: 'To be renamed' } });
  const { id } = z.object({ id: z.string() }).parse(json);
  await ask({ method: 'GET', path: `/api/itineraries/${id}`, headers: { 'x-after': String(position) } });
  return id;
}

async function askOnce(receiver: OtlpReceiver, ask: Ask, { what, content, isAboutStory, wanted }: Question, tally: Tally): Promise<void> {
  const click = { traceId: newTraceId(), spanId: newSpanId() };
  const headers = { traceparent: traceparentOf(click) };
  const path = isAboutStory ? `/api/chat?itineraryId=${await readableStory(ask)}` : '/api/chat';
  const body = { messages: [{ role: 'user', content }] };
  const { status } = await ask({ method: 'POST', path, headers, body });
  const missing = () => wanted.filter((name) => !receiver.spans(click.traceId).some((span) => name.test(span.name)));
  await until(() => missing().length === 0 && orphansIn(receiver.spans(click.traceId), click.spanId).length === 0, wholeWithinMs);
  tellTrace(what, status === 200, missing().map(String), receiver.spans(click.traceId), click.spanId, tally);
}

function tellTrace(what: string, isTaken: boolean, missing: readonly string[], spans: readonly ReceivedSpan[], caller: string, tally: Tally): void {
  const orphans = orphansIn(spans, caller).map(({ name }) => name);
  const services = [...new Set(spans.map(({ service }) => service))].sort();
  const faults = [
    ...(isTaken ? [] : ['it was refused']),
    ...missing.map((name) => `${name} is missing`),
    ...orphans.map((name) => `${name} hangs below nothing`),
  ];
  tally.record(
    faults.length === 0,
    `${what}: ${spans.length} spans of ${services.join(', ')} in one trace${faults.map((fault) => `; ${fault}`).join('')}`,
  );
}
