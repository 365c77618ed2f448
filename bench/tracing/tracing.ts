import { join } from 'node:path';
import { freePorts } from '@waystory/infra/engine-servers/free-port.ts';
import { type Judged, reportJudged } from '../harness/bars.ts';
import { judge } from '../harness/compare.ts';
import { type Generator, startGenerator } from '../harness/http/traffic.ts';
import { type Block, measure } from '../harness/measure.ts';
import { type Product, startProduct } from '../harness/product.ts';
import { machine } from '../harness/report.ts';
import { startWorker, type Worker } from '../harness/worker.ts';
import { caughtUp } from '../http/http.ts';
import { type Operation, prepareOperations } from '../http/operations.ts';

const callers = 16;
/** All but the one that draws a map at the first start, beside which nothing can be measured. */
const contexts = ['accounts', 'assistant', 'billing', 'itineraries', 'media', 'moderation', 'model', 'social', 'stripe', 'web', 'world'];
/** As few traces as are recorded by default. */
const ratio = '0.1';
const bar = { metric: 'cpu', atMost: 1.05 } as const;

interface Setting {
  traced: Product;
  plain: Product;
  receiver: Worker;
  generator: Generator;
  pairs: number;
  seconds: number;
}

/** The whole product with one trace in ten recorded and sent, against the very same without: CPU per operation of the four things people do most. */
export async function tracingBench({ short }: { short: boolean }): Promise<boolean> {
  const { pairs, seconds } = short ? { pairs: 3, seconds: 1 } : { pairs: 9, seconds: 2 };
  const before = machine();
  await using held = new AsyncDisposableStack();
  const [port] = await freePorts(1);
  const receiver = startWorker(join(import.meta.dirname, 'receiver.ts'), [String(port)]);
  held.defer(receiver.stop);
  const settings = { OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`, OTEL_TRACES_SAMPLER_ARG: ratio };
  const traced = await startProduct({ seed: 'world', contexts, settings });
  held.defer(traced.stop);
  const plain = await startProduct({ seed: 'world', contexts });
  held.defer(plain.stop);
  const generator = startGenerator();
  held.defer(generator.stop);
  const [ours, theirs] = [await prepareOperations(traced), await prepareOperations(plain)];
  const judged: Judged[] = [];
  const spans: Record<string, number> = {};
  for (const [index, operation] of ours.entries()) {
    const other = theirs[index];
    if (!other) throw new Error(`${operation.name} is not there twice`);
    await receiver.ask<number>('spans');
    judged.push(await run(operation, other, { traced, plain, receiver, generator, pairs, seconds }));
    spans[operation.name] = await receiver.ask<number>('spans');
  }
  // What is kept has none of its own; without any at all this would say nothing.
  const isTraced = Object.values(spans).some((count) => count > 0);
  if (!isTraced) console.log('No span came at all');
  return reportJudged('tracing', before, judged, { pairs, seconds, callers, ratio, spans }) && isTraced;
}

async function run(operation: Operation, other: Operation, { traced, plain, generator, pairs, seconds }: Setting): Promise<Judged> {
  const blockOf =
    (product: Product, { requests, writes }: Operation): Block =>
    () =>
      measure(async () => {
        const load = await generator.run({ port: product.port, callers, seconds, requests });
        if (writes) await caughtUp(product);
        return load;
      }, product.pids);
  const arms = { name: operation.name, ours: blockOf(traced, operation), reference: blockOf(plain, other) };
  return { verdict: await judge(arms, pairs, 'cpu'), bar };
}
