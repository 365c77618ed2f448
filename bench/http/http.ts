import { join } from 'node:path';
import { freePorts } from '@waystory/infra/engine-servers/free-port.ts';
import { postgresEventStore } from '@waystory/infra/event-store/postgres.ts';
import { createPool } from '@waystory/infra/postgres/pool.ts';
import { type Comparison, compare } from '../harness/compare.ts';
import { type Generator, rawRequest, startGenerator } from '../harness/http/traffic.ts';
import { type Block, measure } from '../harness/measure.ts';
import { type Product, startProduct } from '../harness/product.ts';
import { keep, machine, machineText, numberText, printTable, ratioText } from '../harness/report.ts';
import { startWorker, type Worker } from '../harness/worker.ts';
import { type Operation, prepareOperations } from './operations.ts';
import { type Callers, trekCpu } from './trek.ts';

const callerCounts: readonly Callers[] = [1, 16];

interface Row {
  operation: Operation;
  callers: Callers;
  comparison: Comparison;
  /** CPU per operation of the peer over ours. */
  lessCpu: number;
}

interface Setting {
  product: Product;
  bare: { worker: Worker; port: number };
  generator: Generator;
  pairs: number;
  seconds: number;
}

/** The four things people do most, of the whole product over HTTP, in blocks that alternate with a bare server; CPU per operation beside that of the peer. */
export async function httpBench({ short }: { short: boolean }): Promise<boolean> {
  const { pairs, seconds } = short ? { pairs: 3, seconds: 1 } : { pairs: 5, seconds: 2 };
  const before = machine();
  await using held = new AsyncDisposableStack();
  const product = await startProduct({ seed: 'world', contexts: [] });
  held.defer(product.stop);
  const generator = startGenerator();
  held.defer(generator.stop);
  const [port] = await freePorts(1);
  const bare = { port, worker: startWorker(join(import.meta.dirname, 'bare.ts'), [String(port)]) };
  held.defer(bare.worker.stop);
  await bare.worker.ask('are you there');
  const rows: Row[] = [];
  for (const operation of await prepareOperations(product))
    for (const callers of callerCounts) rows.push(await run(operation, callers, { product, bare, generator, pairs, seconds }));
  return report(before, rows, { pairs, seconds });
}

async function run(operation: Operation, callers: Callers, { product, bare, generator, pairs, seconds }: Setting): Promise<Row> {
  const ours: Block = () =>
    measure(async () => {
      const load = await generator.run({ port: product.port, callers, seconds, requests: operation.requests });
      if (operation.writes) await caughtUp(product);
      return load;
    }, product.pids);
  const reference: Block = () =>
    measure(() => generator.run({ port: bare.port, callers, seconds, requests: [rawRequest({ path: '/' })] }), [bare.worker.pid]);
  const comparison = await compare(ours, reference, pairs);
  return { operation, callers, comparison, lessCpu: trekCpu[operation.peer][callers] / comparison.ours.cpu };
}

/** Waits until everything written so far can be read, so that the work of the read models counts for the writes that caused it. */
export async function caughtUp({ database, port, token }: Product, lists: readonly string[] = ['itinerary-projections']): Promise<void> {
  const pool = createPool(database, { max: 1 });
  const head = await postgresEventStore(pool).head();
  await pool.end();
  const headers = { authorization: `Bearer ${token}`, 'x-after': String(head) };
  for (const list of lists)
    for (let status = 0; status !== 200; ) status = (await fetch(`http://127.0.0.1:${port}/api/${list}?limit=1`, { headers })).status;
}

function report(before: ReturnType<typeof machine>, rows: readonly Row[], notes: Record<string, number>): boolean {
  console.log(`http: ${machineText()}`);
  console.log(JSON.stringify(notes));
  const cells = rows.map(({ operation, callers, comparison: { ours, reference, ratio }, lessCpu }) => [
    operation.name,
    String(callers),
    numberText(ours.rate),
    numberText(ours.p50),
    numberText(ours.p99),
    numberText(ours.cpu),
    numberText(reference.rate),
    numberText(reference.cpu),
    ratioText(ratio.rate),
    String(trekCpu[operation.peer][callers]),
    `${lessCpu.toFixed(1)}x`,
    `>= ${operation.times}x`,
    lessCpu >= operation.times ? 'held' : 'missed',
  ]);
  const head = [
    'operation',
    'callers',
    'ops/s',
    'p50 ms',
    'p99 ms',
    'CPU ms/op',
    'bare ops/s',
    'bare CPU',
    'rate / bare',
    'TREK CPU',
    'less CPU',
    'bar',
    'verdict',
  ];
  printTable(head, cells);
  const kept = rows.map(({ operation: { name, peer, times }, ...row }) => ({ name, peer, times, ...row }));
  console.log(keep('http', before, { notes, rows: kept }));
  return rows.every(({ operation, lessCpu }) => lessCpu >= operation.times);
}
