import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { readConfig } from '../config.ts';
import { createLog } from '../log.ts';
import { tracedCalls } from '../traced-adapters.ts';
import { openTracing } from './open-tracing.ts';
import { type OtlpReceiver, orphanSpansIn, otlpReceiver } from './otlp-receiver.fixture.ts';
import { inSpan, newSpanId, newTraceId, noTracing, parseTraceparent, spanContextOf, type Tracing, traceparentOf } from './port.ts';

let receiver: OtlpReceiver;
const opened: Tracing[] = [];
beforeAll(async () => {
  receiver = await otlpReceiver();
});
afterEach(async () => {
  for (const tracing of opened.splice(0)) await tracing.close();
});
afterAll(() => receiver.stop());

const log = createLog('silent');
const describeGet = () => ({ name: 'GET /things' });
async function tracingAt(ratio: string, roles = ['command', 'query'], settings: Record<string, string> = {}): Promise<Tracing> {
  const config = readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url, OTEL_TRACES_SAMPLER_ARG: ratio, ...settings });
  const tracing = await openTracing(config, roles, ['command', 'query'], log);
  opened.push(tracing);
  return tracing;
}

describe('tracing without an endpoint', () => {
  test('records nothing', async () => {
    const tracing = await openTracing(readConfig({ OTEL_TRACES_SAMPLER_ARG: '1' }), ['command'], ['command'], log);
    expect(tracing).toBe(noTracing);
    expect(tracing.enter({ traceId: newTraceId(), isSampled: true }, describeGet)).toBeNull();
    expect(tracing.active()).toBeUndefined();
  });

  test('does not load the SDK, which only one lazily imported file imports', () => {
    const files = readdirSync(join(import.meta.dirname, '..'), { recursive: true, encoding: 'utf8' }).filter((path) =>
      /^(?!node_modules).*(?<!\.test)\.ts$/.test(path),
    );
    const importing = (pattern: RegExp) => files.filter((path) => pattern.test(readFileSync(join(import.meta.dirname, '..', path), 'utf8')));
    expect(importing(/from '@opentelemetry\//)).toEqual(['tracing/opentelemetry.ts']);
    expect(importing(/from '.*\/opentelemetry\.ts'/)).toEqual([]);
  });
});

describe('trace', () => {
  test('has child spans of awaited work and of other processes', async () => {
    const [command, query] = [await tracingAt('1', ['command']), await tracingAt('0', ['query'])];
    const traceId = newTraceId();
    const root = command.enter({ traceId, isSampled: false }, () => ({
      name: 'POST /things',
      kind: 'server',
      attributes: { 'http.request.method': 'POST' },
    }));
    if (!root) throw new Error('It is to be recorded');
    expect(root.traceId).toBe(traceId);
    const told = await command.within(root, async () => {
      await new Promise(setImmediate);
      const active = command.active();
      if (!active) throw new Error('It was lost');
      return inSpan(command, 'append', active, { kind: 'client' }, async ({ traceId, spanId }) => spanContextOf({ traceId, spanId }));
    });
    root.end();
    if (!told) throw new Error('It was not told');
    query.start('project things', told, { kind: 'consumer' }).end();
    await Promise.all([command.flush(), query.flush()]);
    const spans = receiver.spans(traceId);
    expect(spans.map(({ name, service }) => [name, service])).toEqual(
      expect.arrayContaining([
        ['POST /things', 'waystory-command'],
        ['append', 'waystory-command'],
        ['project things', 'waystory-query'],
      ]),
    );
    expect(orphanSpansIn(spans)).toEqual([]);
    expect(spans.filter(({ parentSpanId }) => !parentSpanId)).toMatchObject([{ name: 'POST /things' }]);
  });

  test('has no current span after its span has ended', async () => {
    const tracing = await tracingAt('1');
    const root = tracing.enter({ traceId: newTraceId(), isSampled: true }, describeGet);
    if (!root) throw new Error('It is to be recorded');
    const { promise: ended, resolve: end } = Promise.withResolvers<void>();
    const later = tracing.within(root, () => ended.then(() => tracing.active()));
    root.end();
    end();
    expect(await later).toBeUndefined();
  });

  test('records the code of an error, never its message', async () => {
    const tracing = await tracingAt('1');
    const root = tracing.enter({ traceId: newTraceId(), isSampled: true }, describeGet);
    if (!root) throw new Error('It is to be recorded');
    const failing = tracedCalls(
      { find: async () => Promise.reject(Object.assign(new Error('Ada Lovelace'), { code: 'thing/odd' })) },
      tracing,
      { 'db.system.name': 'mongodb' },
      ['find'],
    );
    await expect(tracing.within(root, () => failing.find())).rejects.toThrow('Ada');
    root.end();
    await tracing.flush();
    expect(receiver.spans(root.traceId)).toMatchObject([
      { name: 'mongodb find', isError: true, attributes: { 'error.type': 'thing/odd', 'db.operation.name': 'find' } },
      { name: 'GET /things', isError: false },
    ]);
    expect(receiver.bodies.join()).not.toContain('Ada');
  });

  test('has the configured service name', async () => {
    const tracing = await tracingAt('1', ['command'], { OTEL_SERVICE_NAME: 'travels' });
    const root = tracing.enter({ traceId: newTraceId(), isSampled: true }, describeGet);
    root?.end();
    await tracing.flush();
    expect(receiver.spans(root?.traceId)).toMatchObject([{ service: 'travels' }]);
  });
});

test('Export to an unavailable collector is logged, and does not block close', async () => {
  const away = await otlpReceiver();
  await away.stop();
  const said: unknown[] = [];
  const config = readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: away.url });
  const tracing = await openTracing(config, [], [], { warn: (...line: unknown[]) => void said.push(line[1]) });
  tracing.enter({ traceId: newTraceId(), isSampled: true }, describeGet)?.end();
  await tracing.close();
  expect(said).toEqual(['spans could not be delivered']);
});

describe('trace sampling', () => {
  test('is equal in every process, near the configured share, and always follows a sampled caller', async () => {
    const [one, other] = [await tracingAt('0.1'), await tracingAt('0.1')];
    const traceIds = Array.from({ length: 4_000 }, newTraceId);
    const chosen = (tracing: Tracing) => traceIds.filter((traceId) => tracing.enter({ traceId, isSampled: false }, describeGet) !== null);
    expect(chosen(one)).toEqual(chosen(other));
    // The tolerance is six standard deviations.
    expect(Math.abs(chosen(one).length - 400)).toBeLessThan(114);
    const none = await tracingAt('0');
    expect(none.enter({ traceId: newTraceId(), isSampled: false }, describeGet)).toBeNull();
    expect(none.enter({ traceId: newTraceId(), parentSpanId: newSpanId(), isSampled: true }, describeGet)).not.toBeNull();
  });
});

describe('traceparent', () => {
  test('round trip returns an equal trace id and span id', () => {
    const place = { traceId: newTraceId(), spanId: newSpanId() };
    expect(parseTraceparent(traceparentOf(place))).toEqual({ ...place, isSampled: true });
    expect(parseTraceparent(`00-${'a'.repeat(32)}-${'b'.repeat(16)}-02`)).toMatchObject({ isSampled: false });
  });

  test.each([
    undefined,
    '',
    ['00-a-b-01'],
    `00-${'0'.repeat(32)}-${'b'.repeat(16)}-01`,
    `00-${'a'.repeat(32)}-${'0'.repeat(16)}-01`,
    `00-${'A'.repeat(32)}-${'b'.repeat(16)}-01`,
    `ff-${'a'.repeat(32)}-${'b'.repeat(16)}-01`,
  ])('%j is parsed as null', (header) => expect(parseTraceparent(header)).toBeNull());
});
