import { join } from 'node:path';
import { freePorts } from '@waystory/infra/engine-servers/free-port.ts';
import { accountIdOf } from '@waystory/infra/identity/account-id.ts';
import { type Bar, type Judged, reportJudged } from '../harness/bars.ts';
import { judge } from '../harness/compare.ts';
import { rawRequest, startGenerator, turnMark } from '../harness/http/traffic.ts';
import { type Block, measure } from '../harness/measure.ts';
import { sendingCore, servingCore } from '../harness/pinned.ts';
import { type Product, startProduct } from '../harness/product.ts';
import { machine } from '../harness/report.ts';
import { startWorker, type Worker } from '../harness/worker.ts';
import type { ReferenceSettings } from './reference.ts';

const callers = 16;
const cards = '/api/itinerary-projections?limit=25';
const coldCards = (leastLikes: string): string => `${cards}&filter=%7B%22likeCount%22%3A%7B%22gte%22%3A-${leastLikes}%7D%7D`;

/** A page of cards for somebody signed in, against bare Fastify: kept answer against the same bytes, new answer against the same finds. */
export async function queryBench({ short }: { short: boolean }): Promise<boolean> {
  const { pairs, seconds } = short ? { pairs: 5, seconds: 1 } : { pairs: 9, seconds: 3 };
  const before = machine();
  await using held = new AsyncDisposableStack();
  const product = await startProduct({ seed: 'world', core: servingCore });
  held.defer(product.stop);
  const generator = startGenerator(sendingCore);
  held.defer(generator.stop);
  const reference = await startReference(product);
  held.defer(reference.worker.stop);
  await compareAnswers(product, reference.port);
  const block =
    (port: number, pids: readonly number[], path: string, token?: string): Block =>
    () => {
      const requests = [rawRequest({ path, ...(token && { token }) })];
      return measure(() => generator.run({ port, callers, seconds, requests }), pids);
    };
  const referencePids = [reference.worker.pid, ...product.pids.slice(1)];
  const judged: Judged[] = [];
  for (const { name, path, referencePath, bar } of cases) {
    const ours = block(product.port, product.pids, path, product.token);
    judged.push({ verdict: await judge({ name, ours, reference: block(reference.port, referencePids, referencePath) }, pairs), bar });
  }
  return reportJudged('query', before, judged, { callers, pairs, seconds });
}

const cases: readonly { name: string; path: string; referencePath: string; bar: Bar }[] = [
  { name: 'hot', path: cards, referencePath: '/hot', bar: { metric: 'rate', atLeast: 0.75 } },
  { name: 'cold', path: coldCards(turnMark), referencePath: `/cold?leastLikes=-${turnMark}`, bar: { metric: 'rate', atLeast: 1 } },
];

interface Reference {
  worker: Worker;
  port: number;
}

async function startReference({ database, port, token }: Product): Promise<Reference> {
  const settings: ReferenceSettings = {
    database,
    accountId: accountOf(token),
    bytes: (await bytesOf(port, cards, token)).toString('base64'),
    port: (await freePorts(1))[0],
  };
  const worker = startWorker(join(import.meta.dirname, 'reference.ts'), [JSON.stringify(settings)], servingCore);
  await worker.ask('are you there');
  return { worker, port: settings.port };
}

/** Account that a token speaks for; what it may see is part of every find. */
function accountOf(token: string): string {
  const { sub } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
  return accountIdOf(String(sub));
}

async function bytesOf(port: number, path: string, token: string): Promise<Buffer> {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, { headers: { authorization: `Bearer ${token}` } });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return Buffer.from(await response.arrayBuffer());
}

/** @throws Error when the arms do not answer the same bytes, which would make their speeds no comparison. */
async function compareAnswers({ port, token }: Product, referencePort: number): Promise<void> {
  const pairs = [
    [cards, '/hot'],
    [coldCards('1'), '/cold?leastLikes=-1'],
  ] as const;
  for (const [path, referencePath] of pairs) {
    const [ours, theirs] = await Promise.all([bytesOf(port, path, token), bytesOf(referencePort, referencePath, token)]);
    if (!ours.equals(theirs)) throw new Error(`Not the same answer:\n${ours}\n${theirs}`);
  }
}
