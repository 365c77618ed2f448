import { join } from 'node:path';
import { accountIdOf } from '@waystory/infra/identity/account-id.ts';
import { compareWithNullRun, type Threshold, type Variant } from '../harness/comparison.ts';
import { rawRequest, requestNumberPlaceholder } from '../harness/http-load.ts';
import { measure } from '../harness/measurement.ts';
import type { Product } from '../harness/product.ts';
import { reportComparisons } from '../harness/report.ts';
import { Resources } from '../harness/resources.ts';
import { sendingCore, servingCore } from '../harness/worker.ts';

const concurrency = 16;
const cards = '/api/itinerary-projections?limit=25';
const coldCards = (leastLikes: string): string => `${cards}&filter=%7B%22likeCount%22%3A%7B%22gte%22%3A-${leastLikes}%7D%7D`;
const coldReference = (leastLikes: string): string => `/cold?leastLikes=-${leastLikes}`;

const cases: readonly { name: string; path: string; referencePath: string; threshold: Threshold }[] = [
  { name: 'hot', path: cards, referencePath: '/hot', threshold: { metric: 'rate', atLeast: 0.75 } },
  {
    name: 'cold',
    path: coldCards(requestNumberPlaceholder),
    referencePath: coldReference(requestNumberPlaceholder),
    threshold: { metric: 'rate', atLeast: 1 },
  },
];

/** A signed-in page of cards, compared with bare Fastify: a cached response with the same bytes, a fresh one with the same queries. */
export async function queryBench({ short }: { short: boolean }): Promise<boolean> {
  const { pairs, seconds } = short ? { pairs: 5, seconds: 1 } : { pairs: 9, seconds: 3 };
  await using resources = new Resources();
  const product = await resources.product({ seed: 'world', core: servingCore });
  const generator = resources.loadGenerator(sendingCore);
  const bytes = (await bytesOf(product.port, cards, product.token)).toString('base64');
  const settings = { database: product.database, accountId: accountOf(product.token), bytes };
  const reference = await resources.server(join(import.meta.dirname, 'reference.ts'), settings, servingCore);
  await compareBytes(product, reference.port);
  const variant =
    (port: number, pids: readonly number[], path: string, token?: string): Variant =>
    () =>
      measure(() => generator({ port, concurrency, seconds, requests: [rawRequest({ path, token })] }), pids);
  const referencePids = [reference.worker.pid, ...product.pids.slice(1)];
  const judged = [];
  for (const { name, path, referencePath, threshold } of cases) {
    const ours = variant(product.port, product.pids, path, product.token);
    judged.push({
      comparison: await compareWithNullRun({ name, ours, reference: variant(reference.port, referencePids, referencePath) }, pairs),
      threshold,
    });
  }
  return reportComparisons('query', resources.machine, judged, { concurrency, pairs, seconds });
}

function accountOf(token: string): string {
  const { sub } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8')) as { sub: string }; // payload of our own token
  return accountIdOf(sub);
}

async function bytesOf(port: number, path: string, token: string): Promise<Buffer> {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, { headers: { authorization: `Bearer ${token}` } });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return Buffer.from(await response.arrayBuffer());
}

/** @throws Error when the variants differ in a byte: their speeds would be no comparison */
async function compareBytes({ port, token }: Product, referencePort: number): Promise<void> {
  const pairs = [
    [cards, '/hot'],
    [coldCards('1'), coldReference('1')],
  ] as const;
  for (const [path, referencePath] of pairs) {
    const [ours, theirs] = await Promise.all([bytesOf(port, path, token), bytesOf(referencePort, referencePath, token)]);
    if (!ours.equals(theirs)) throw new Error(`The responses differ:\n${ours}\n${theirs}`);
  }
}
