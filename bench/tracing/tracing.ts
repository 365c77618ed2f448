import { join } from 'node:path';
import { freePorts } from '@waystory/infra/engine-servers/free-port.ts';
import { type Judged, reportJudged } from '../harness/bars.ts';
import { judge } from '../harness/compare.ts';
import { type Generator, startGenerator } from '../harness/http/traffic.ts';
import { type Block, measure } from '../harness/measure.ts';
import { type Product, startProduct, withoutMap } from '../harness/product.ts';
import { machine } from '../harness/report.ts';
import { startWorker, type Worker } from '../harness/worker.ts';
import { caughtUp } from '../http/http.ts';
import { type Operation, prepareOperations } from '../http/operations.ts';

const callers = 16;
/** Shares of requests that are recorded: one in ten as by default, and all of them, which shows the same ten times as clearly. */
const shares = [
  { name: 'one in ten', oneIn: 10, bar: { metric: 'cpu', atMost: 1.05 } },
  { name: 'every one', oneIn: 1, bar: { metric: 'cpu', atMost: 1.5 } },
] as const;

interface Setting {
  product: Product;
  receiver: Worker;
  generator: Generator;
  pairs: number;
  seconds: number;
}

/**
 * The whole product with a share of requests recorded and sent, against the very same process with none: CPU per operation of the things people do most.
 * What is kept is not recorded unless somebody asks, so there is nothing to compare.
 */
export async function tracingBench({ short }: { short: boolean }): Promise<boolean> {
  const { pairs, seconds } = short ? { pairs: 5, seconds: 1 } : { pairs: 15, seconds: 2 };
  const before = machine();
  await using held = new AsyncDisposableStack();
  const [port] = await freePorts(1);
  const receiver = startWorker(join(import.meta.dirname, 'receiver.ts'), [String(port)]);
  held.defer(receiver.stop);
  // Nothing is recorded but what asks for it.
  const settings = { OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`, OTEL_TRACES_SAMPLER_ARG: '0' };
  const product = await startProduct({ seed: 'world', contexts: withoutMap, settings });
  held.defer(product.stop);
  const generator = startGenerator();
  held.defer(generator.stop);
  const judged: Judged[] = [];
  const spans: Record<string, number> = {};
  for (const operation of (await prepareOperations(product)).filter(({ name }) => !name.endsWith('kept'))) {
    await receiver.ask<number>('spans');
    for (const { name, oneIn, bar } of shares)
      judged.push({ verdict: await run(operation, name, oneIn, { product, receiver, generator, pairs, seconds }), bar });
    spans[operation.name] = await receiver.ask<number>('spans');
  }
  const isTraced = Object.values(spans).every((count) => count > 0);
  if (!isTraced) console.log('An operation came to no spans at all');
  return reportJudged('tracing', before, judged, { pairs, seconds, callers, spans }) && isTraced;
}

function run({ name, requests, writes }: Operation, share: string, oneIn: number, { product, generator, pairs, seconds }: Setting) {
  const blockOf =
    (sent: readonly string[]): Block =>
    () =>
      measure(async () => {
        const load = await generator.run({ port: product.port, callers, seconds, requests: sent });
        if (writes) await caughtUp(product);
        return load;
      }, product.pids);
  // Each of them is sampled in its turn.
  const many = Array.from({ length: 10 }, () => requests).flat();
  const ours = many.map((request, index) => withTrace(request, (index + Math.floor(index / requests.length)) % oneIn === 0));
  return judge(
    { name: `${name}, ${share}`, ours: blockOf(ours), reference: blockOf(many.map((request) => withTrace(request, false))) },
    pairs,
    'cpu',
  );
}

/** The same request as part of a trace. */
const withTrace = (request: string, isSampled: boolean): string =>
  request.replace('\r\n', `\r\ntraceparent: 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-0${isSampled ? 1 : 0}\r\n`);
