import { join } from 'node:path';
import { startEngine } from '@waystory/infra/engine-servers/engine-server.ts';
import { type Bar, held } from '../harness/bars.ts';
import { judge, type Verdict } from '../harness/compare.ts';
import { type Block, measure } from '../harness/measure.ts';
import { type Product, startProduct } from '../harness/product.ts';
import { quantile } from '../harness/quantiles.ts';
import { type Machine, machine, numberText, ratioText } from '../harness/report.ts';
import { scratchPostgres } from '../harness/scratch-postgres.ts';
import { startWorker, type Worker } from '../harness/worker.ts';
import { type Figure, reportFigures } from '../home/figures.ts';
import type { BareSettings } from './bare-shop.ts';
import type { Bought, Buying, Shop } from './buyer.ts';
import type { WebhookLoad, WebhookTimes } from './webhooks.ts';

type Engine = BareSettings['engine'];

const engines: readonly Engine[] = ['dbos', 'temporal'];
/** What sells credits, and Stripe. */
const contexts = ['accounts', 'itineraries', 'media', 'moderation', 'social', 'billing', 'stripe'];
const saga: Bar = { metric: 'p50', atMost: 1.3 };
const bars = { acknowledged: 50, visible: 1_000 };
const perSecond = 100;

/** Whole: about 8 minutes. Short: about 3. */
const sizes = {
  whole: { pairs: 7, orders: 100, webhooks: 1_500 },
  short: { pairs: 2, orders: 10, webhooks: 150 },
};
type Size = (typeof sizes)['whole'];

const apart = (module: string, ...args: string[]): Worker => startWorker(join(import.meta.dirname, module), args);

/** Orders at once through the whole saga, beside the bare engine with the same steps; then webhooks by the clock until they are acknowledged and seen. */
export async function checkoutBench({ short }: { short: boolean }): Promise<boolean> {
  const size = sizes[short ? 'short' : 'whole'];
  const before = machine();
  const verdicts: Verdict[] = [];
  for (const engine of engines) verdicts.push(await sagaOn(engine, size));
  const times = await webhooks(size);
  return report(before, verdicts, times, { ...size, perSecond });
}

async function sagaOn(engine: Engine, { pairs, orders }: Size): Promise<Verdict> {
  await using stack = new AsyncDisposableStack();
  const server = engine === 'temporal' ? await startEngine('temporal') : null;
  if (server) stack.defer(() => server.close());
  const product = await startProduct({ seed: 'none', contexts, settings: server?.settings ?? {} });
  stack.defer(product.stop);
  const postgres = await scratchPostgres();
  stack.defer(postgres.close);
  const { database, address } = { database: postgres.config, address: server?.settings.TEMPORAL_ADDRESS ?? null };
  const bare = apart('bare-shop.ts', JSON.stringify({ engine, database, address } satisfies BareSettings));
  stack.defer(bare.stop);
  const barePort = await bare.ask<number>({});
  const buyer = apart('buyer.ts');
  stack.defer(buyer.stop);
  const path = `/api/accounts/${await accountOf(product)}/orders`;
  const shared = server ? [server.pid] : [];
  const block =
    (shop: Shop, pids: readonly number[]): Block =>
    () =>
      measure(async () => {
        const begun = performance.now();
        const times = await buyer.ask<Bought>({ shop, orders } satisfies Buying);
        return { operations: orders, seconds: (performance.now() - begun) / 1_000, p50: quantile(times, 0.5), p99: quantile(times, 0.99) };
      }, pids);
  const ours = block({ arm: 'ours', port: product.port, path, token: product.token, database: product.database }, [...product.pids, ...shared]);
  const reference = block({ arm: 'bare', port: barePort, path: '/orders', token: null, database }, [bare.pid, postgres.pid, ...shared]);
  const verdict = await judge({ name: engine, ours, reference }, pairs, 'p50');
  console.log(`${engine}: ${ratioText(verdict.ratio.p50)}, the bare engine against itself ${ratioText(verdict.nullRatio)}`);
  return verdict;
}

async function accountOf({ port, token }: Product): Promise<string> {
  const response = await fetch(`http://127.0.0.1:${port}/api/accounts/me`, { headers: { authorization: `Bearer ${token}` } });
  return ((await response.json()) as { id: string }).id; // of the product
}

async function webhooks({ webhooks: count }: Size): Promise<WebhookTimes> {
  await using stack = new AsyncDisposableStack();
  const product = await startProduct({ seed: 'none', contexts, who: 'admin' });
  stack.defer(product.stop);
  const sender = apart('webhooks.ts');
  stack.defer(sender.stop);
  const { port, token, database } = product;
  // Waited for here: nothing of it may be stopped before.
  return await sender.ask<WebhookTimes>({ port, token, database, webhooks: count, perSecond } satisfies WebhookLoad);
}

function report(
  before: Machine,
  verdicts: readonly Verdict[],
  { acknowledged, visible, refused }: WebhookTimes,
  notes: Record<string, unknown>,
): boolean {
  const [acknowledgedBy, visibleBy] = [quantile(acknowledged, 0.99), quantile(visible, 0.95)];
  const text = (values: readonly number[], most: number): string => `${numberText(most)} (p50 ${numberText(quantile(values, 0.5))})`;
  const figures: Figure[] = [
    ...verdicts.flatMap((verdict): Figure[] => [
      {
        name: `${verdict.name}: ${notes.orders} orders at once / the bare engine, p50`,
        value: verdict.ratio.p50.median,
        text: ratioText(verdict.ratio.p50),
        atMost: saga.atMost ?? 0,
      },
      {
        name: `${verdict.name}: an order, ms`,
        value: verdict.ours.p50,
        text: `${numberText(verdict.ours.p50)} / ${numberText(verdict.reference.p50)}`,
        atMost: null,
      },
      {
        name: `${verdict.name}: CPU of an order, ms`,
        value: verdict.ours.cpu,
        text: `${numberText(verdict.ours.cpu)} / ${numberText(verdict.reference.cpu)}`,
        atMost: null,
      },
    ]),
    {
      name: `webhook acknowledged, ${perSecond} a second, p99, ms`,
      value: acknowledgedBy,
      text: text(acknowledged, acknowledgedBy),
      atMost: bars.acknowledged,
    },
    { name: 'its credits are seen, p95, ms', value: visibleBy, text: text(visible, visibleBy), atMost: bars.visible },
    { name: 'webhooks that were refused', value: refused, text: String(refused), atMost: 0, barText: '0' },
  ];
  for (const verdict of verdicts)
    if (held(verdict, saga) === 'void') console.log(`${verdict.name} is void: the bare engine against itself was ${ratioText(verdict.nullRatio)}`);
  return reportFigures('checkout', before, figures, { ...notes, verdicts, acknowledged, visible });
}
