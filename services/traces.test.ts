import { type OtlpReceiver, orphanSpansIn, otlpReceiver, type ReceivedSpan } from '@waystory/infra/tracing/otlp-receiver.fixture.ts';
import { attributeNames, newSpanId, newTraceId, traceparentOf } from '@waystory/infra/tracing/port.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { scriptedProvider } from './assistant/scripted-provider.fixture.ts';
import { contextsWithAssistant, type Person, type TestProduct, testProduct } from './testing/product.ts';

let receiver: OtlpReceiver;
let provider: Awaited<ReturnType<typeof scriptedProvider>>;
let product: TestProduct;
beforeAll(async () => {
  receiver = await otlpReceiver();
  provider = await scriptedProvider((messages) =>
    messages.some(({ role }) => role === 'tool')
      ? 'It is written'
      : { calls: [['create_itinerary', { title: canaries.title, shortDescription: null }]] },
  );
  const settings = { OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url, OTEL_TRACES_SAMPLER_ARG: '1', OPENAI_BASE_URL: provider.url };
  product = await testProduct(contextsWithAssistant, undefined, settings);
});
afterAll(async () => {
  await product.stop();
  await provider.stop();
  await receiver.stop();
});

/** Personal values, which no trace may contain. */
const canaries = {
  name: 'wilhelmina-canary',
  title: 'Seventeen herons at Zwirbelhof',
  text: 'Where my grandmother Oktavia is buried',
  question: 'Plan me a week around Kanarienvogelheim',
  comment: 'Vogelsangweg is where I live',
  words: 'heronsearched',
  latitude: '47.123459',
  longitude: '11.765439',
};

const click = () => ({ traceId: newTraceId(), spanId: newSpanId() });
type Click = ReturnType<typeof click>;
const post = (as: Person, at: Click, url: string, payload: object) =>
  product.send({ as, method: 'POST', url, payload, headers: { traceparent: traceparentOf(at) } });

/** All spans of a trace: polls until every span descends from the click and all expected names are present. */
async function wholeTrace({ traceId, spanId }: Click, ...names: string[]): Promise<ReceivedSpan[]> {
  await expect
    .poll(async () => {
      await product.tracing.flush();
      const spans = receiver.spans(traceId);
      const missing = names.filter((name) => !spans.some((span) => span.name === name));
      return { missing, orphans: orphanSpansIn(spans, spanId).map(({ name }) => name) };
    })
    .toEqual({ missing: [], orphans: [] });
  return receiver.spans(traceId);
}
/** Span names from a span up to the root of the trace. */
function wayUp(spans: readonly ReceivedSpan[], name: string): string[] {
  const above = ({ parentSpanId }: ReceivedSpan): ReceivedSpan[] => spans.filter(({ spanId }) => spanId === parentSpanId);
  const way: string[] = [];
  for (let [at] = spans.filter((span) => span.name === name); at; [at] = above(at)) way.push(at.name);
  return way;
}

describe('Trace', () => {
  test('connects a click to the append and the projection', async () => {
    const at = click();
    const answer = await post(product.person('ada'), at, '/api/itineraries', { title: canaries.title });
    expect(answer.statusCode).toBe(201);
    const spans = await wholeTrace(at, 'POST /api/itineraries', 'append', 'project stories');
    expect(wayUp(spans, 'append')).toEqual(['append', 'command itinerary', 'POST /api/itineraries']);
    expect(wayUp(spans, 'project stories')).toEqual(['project stories', 'command itinerary', 'POST /api/itineraries']);
    const said = Object.assign({}, ...spans.map(({ attributes }) => attributes));
    expect(said).toMatchObject({ 'http.response.status_code': 201, 'waystory.command': 'CreateItinerary', 'db.system.name': 'postgresql' });
  });

  test('connects a question to the model, the tool steps and their writes', async () => {
    const at = click();
    const ada = product.person('ada');
    await ada.api.createAccount({});
    const answer = await post(ada, at, '/api/chat', { messages: [{ role: 'user', content: canaries.question }] });
    expect(answer.statusCode).toBe(200);
    const spans = await wholeTrace(at, 'POST /api/chat', 'chat gpt-5-mini', 'project stories');
    expect(wayUp(spans, 'chat gpt-5-mini')).toEqual(['chat gpt-5-mini', 'POST /api/chat']);
    const steps = spans.filter(({ name }) => name.startsWith('step '));
    expect(steps.map(({ attributes }) => attributes['waystory.workflow.step'])).toContain('runTool');
    expect(wayUp(spans, 'POST /api/itineraries')).toContain(steps.find(({ attributes }) => attributes['waystory.workflow.step'] === 'runTool')?.name);
  });

  test('has its id in the body of a refusal', async () => {
    const at = click();
    const answer = await post(product.person('ada'), at, '/api/itineraries/unknown/stops', {});
    expect(answer.json()).toMatchObject({ traceId: at.traceId });
    const [span] = await wholeTrace(at, 'POST /api/itineraries/:itineraryId/stops');
    expect(span?.attributes['http.response.status_code']).toBe(answer.statusCode);
  });
});

test('Spans contain no personal data or content, only listed attributes', async () => {
  const { name, title, text, comment, words, latitude, longitude } = canaries;
  const who = product.person(name);
  await who.api.createAccount({});
  const { id } = await who.api.createItinerary({ body: { title, shortDescription: text } });
  const coordinates = { latitude: Number(latitude), longitude: Number(longitude) };
  const stop = { title: words, description: text, coordinates, highlight: comment };
  const added = await post(who, click(), `/api/itineraries/${id}/stops`, stop);
  expect(added.statusCode, added.body).toBe(201);
  await who.api.patchItinerary({ params: { id }, body: { visibility: 'PUBLIC' } });
  await who.api.createPost({ body: { postableType: 'itinerary', postableId: id, text: comment } });
  const asked = new URLSearchParams({ q: words, southWestLat: latitude, southWestLng: longitude });
  await product.send({ as: who, method: 'GET', url: `/api/itineraries/by-bounds?${asked}` });
  await product.send({ as: who, method: 'GET', url: `/api/itineraries/search?${asked}`, headers: { 'user-agent': name, cookie: `a=${words}` } });
  await product.send({ method: 'GET', url: `/${words}/${latitude}` });
  const last = click();
  await post(who, last, '/api/itineraries', { title });
  await wholeTrace(last, 'project stories');

  const bodies = receiver.bodies.join('\n');
  const values = [...Object.values(canaries), who.token, `${name}@waystory.example`, 'Zwirbelhof', '47.12', '11.76'];
  expect(values.filter((value) => bodies.includes(value))).toEqual([]);
  const said = new Set(receiver.spans().flatMap(({ attributes }) => Object.keys(attributes)));
  expect([...said].filter((key) => !(attributeNames as readonly string[]).includes(key))).toEqual([]);
  const byResource = bodies.matchAll(/"resource":\{"attributes":(\[.*?\])/g);
  expect(new Set(Array.from(byResource, ([, attributes]) => attributes))).toEqual(
    new Set(['[{"key":"service.name","value":{"stringValue":"waystory"}}]']),
  );
});
