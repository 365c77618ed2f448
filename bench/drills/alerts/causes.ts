import { randomUUID } from 'node:crypto';
import { findFreePorts } from '@waystory/infra/engine-servers/engine-server.ts';
import type { NewEvent } from '@waystory/infra/event-store/port.ts';
import { orderEvents } from '@waystory/proto/billing/order.ts';
import { stripeEventEvents } from '@waystory/proto/billing/stripe-event.ts';
import { schemaVersion } from '@waystory/proto/kit/event.ts';
import pg from 'pg';
import { newEvent } from '../../harness/event-log.ts';
import { type AlertDrillContext, runRepeatedly, scrapeTargetsOf, sendSignal, startOnSmallDisk, suspendRepeatedly } from './scene.ts';

type End = () => void | Promise<void>;

/** A fault and the alerts about it. */
export interface Cause {
  what: string;
  /** Alerts that fire during the fault and end after it. */
  alerts: readonly string[];
  /** Alerts that may fire as well. */
  follow?: readonly string[];
  /** Runbook commands to run after the fault. */
  afterwards?: readonly string[];
  /** Whether the short form of the drill includes the fault. */
  isQuick: boolean;
  /** Begins the fault and returns the function that ends it; null where the machine does not allow the fault. */
  begin(scene: AlertDrillContext): Promise<End | null>;
}
type Heard = Pick<Cause, 'alerts' | 'follow' | 'afterwards'>;
const quick = (what: string, heard: Heard, begin: Cause['begin']): Cause => ({ what, ...heard, isQuick: true, begin });
const slow = (what: string, heard: Heard, begin: Cause['begin']): Cause => ({ what, ...heard, isQuick: false, begin });

const budgets = ['BudgetBurnsFast', 'BudgetBurnsSlowly'];
const hour = 3_600_000;

const orderEvent = (type: keyof typeof orderEvents.schemas, data: Record<string, unknown>, at = new Date()): NewEvent =>
  newEvent(type, data, { schema: schemaVersion(orderEvents, type), at: at.toISOString() });

/** An order from three hours ago. Its Stripe session ended an hour ago, and no event reported it. */
const abandonedOrder = (accountId: string): NewEvent[] => {
  const [placed, ended] = [new Date(Date.now() - 3 * hour), new Date(Date.now() - hour)];
  const sold = { packageId: 'none', packageName: 'Of a drill', credits: 10, amount: 500, currency: 'eur', returnTo: '/' };
  return [
    orderEvent('OrderPlaced', { accountId, ...sold }, placed),
    orderEvent('CheckoutOpened', { sessionId: `cs_${randomUUID()}`, url: null, expiresAt: ended.toISOString() }, placed),
  ];
};

const append = async ({ books }: AlertDrillContext, stream: string, ...events: NewEvent[]): Promise<void> => {
  await books.engines.events.append(stream, 'any', events);
};

export const causes: readonly Cause[] = [
  quick(
    'a process dies whenever it comes back',
    { alerts: ['ProcessDown'], follow: ['ProjectionBehind', 'PartsAreAway', ...budgets] },
    async (scene) => {
      const victim = scene.cluster.processOf('projector', 1);
      return runRepeatedly(500, () => sendSignal(victim.pid(), 'SIGKILL'));
    },
  ),
  quick('an event was set aside', { alerts: ['EventsParked'] }, async ({ cluster }) => {
    const { deadLetters, events } = cluster.engines;
    const [event] = await events.readAll(0, 1);
    if (!event) throw new Error('Nothing has happened yet');
    // The drill `poison` checks how a consumer parks events as dead letters.
    await deadLetters.add('reactor:nobody', [{ record: { event, offset: event.position, partition: 'log' }, error: new Error('Cannot be handled') }]);
    return async () => {
      for (const { id } of await deadLetters.list({ consumer: 'reactor:nobody', limit: 10 })) await deadLetters.remove([id]);
    };
  }),
  quick('an order stands still', { alerts: ['OrdersStandStill'] }, async (scene) => {
    const id = randomUUID();
    await append(scene, `order-${id}`, ...abandonedOrder(randomUUID()));
    return () => append(scene, `order-${id}`, orderEvent('OrderExpired', {}));
  }),
  quick('another amount was paid', { alerts: ['AnotherAmountWasPaid'], follow: ['OrdersStandStill'] }, async (scene) => {
    const id = randomUUID();
    const paid = orderEvent('PaymentDiffered', { paymentIntentId: `pi_${id}`, amount: 400, currency: 'eur' });
    await append(scene, `order-${id}`, ...abandonedOrder(randomUUID()), paid, orderEvent('OrderFailed', { problem: 'AMOUNT_DIFFERS' }));
    return () => append(scene, `order-${id}`, orderEvent('OrderRefunded', { refundId: `re_${id}`, amount: 400 }));
  }),
  quick('a ledger is off by one', { alerts: ['LedgerDoesNotAddUp'] }, async (scene) => {
    const accountId = randomUUID();
    await append(scene, `credit-${accountId}`, newEvent('CreditsSettled', { accountId, reservationId: randomUUID(), credits: 1 }));
    // An append-only log cannot be repaired, so Prometheus stops watching the product with the corrupted ledger.
    return () => scene.prometheus.watch(scrapeTargetsOf(scene).filter(({ role }) => role !== 'books'));
  }),
  quick('nobody is found who tells anything', { alerts: ['NothingIsMeasured'] }, async (scene) => {
    scene.prometheus.watch([]);
    return () => scene.prometheus.watch(scrapeTargetsOf(scene).filter(({ role }) => role !== 'books'));
  }),
  slow('a disk is nearly full', { alerts: ['DiskNearlyFull'] }, async (scene) => {
    const [port, metricsPort = 0] = await findFreePorts(2);
    const disk = await startOnSmallDisk(scene, port, metricsPort);
    if (!disk) return null;
    scene.prometheus.watch([...scrapeTargetsOf(scene).filter(({ role }) => role !== 'books'), disk.target]);
    disk.fill();
    return async () => {
      disk.empty();
      scene.cluster.resources.defer(disk.stop);
    };
  }),
  slow(
    'a process is busy for most of a second at a time',
    { alerts: ['ProcessBlocked'], follow: ['ProcessDown', 'ProjectionBehind', 'RequestsAreSlow', ...budgets] },
    async (scene) => suspendRepeatedly(scene.cluster.processOf('projector').pid, 800, 200),
  ),
  slow(
    'every projector stands',
    { alerts: ['ProjectionsAreNotMeasured'], follow: ['ProcessDown', 'ProjectionBehind', 'PartsAreAway', 'RequestsAreSlow', ...budgets] },
    async (scene) => {
      const pids = [0, 1].map((index) => scene.cluster.processOf('projector', index).pid());
      for (const pid of pids) sendSignal(pid, 'SIGSTOP');
      return () => {
        for (const pid of pids) sendSignal(pid, 'SIGCONT');
      };
    },
  ),
  slow(
    'a table of the log is not where it was',
    {
      alerts: ['RequestsFail', 'BudgetBurnsFast'],
      follow: ['NothingIsMeasured', 'ProjectionsAreNotMeasured', 'PartsAreAway', 'ProcessDown', 'RequestsAreSlow', ...budgets],
    },
    async ({ cluster }) => {
      const rename = async (from: string, to: string): Promise<void> => {
        const client = new pg.Client({ connectionString: cluster.env.DATABASE_URL ?? '' });
        await client.connect();
        await client.query(`alter table ${from} rename to ${to}`);
        await client.end();
      };
      await rename('events', 'events_elsewhere');
      return () => rename('events_elsewhere', 'events');
    },
  ),
  slow(
    'MongoDB is slow',
    {
      alerts: ['RequestsAreSlow', 'BudgetBurnsSlowly'],
      follow: ['PartsAreAway', 'ProjectionBehind', 'ProjectionStands', 'ProjectionsAreNotMeasured', 'ProcessDown', 'RequestsFail', ...budgets],
    },
    async ({ cluster }) => suspendRepeatedly(() => cluster.server('mongodb').pid, 1_800, 200),
  ),
  slow(
    'MongoDB is away',
    {
      alerts: ['PartsAreAway', 'BudgetBurnsFast'],
      follow: ['ProjectionsAreNotMeasured', 'RequestsAreSlow', 'ProjectionBehind', 'ProcessDown', ...budgets],
    },
    async ({ cluster }) => {
      await cluster.server('mongodb').kill();
      return () => cluster.server('mongodb').restart();
    },
  ),
  slow(
    'Kafka is away while Stripe tells something',
    {
      alerts: ['ProjectionBehind', 'ProjectionStands', 'StripeIsNotHeard'],
      follow: ['PartsAreAway', 'RequestsAreSlow', 'ProcessDown', ...budgets],
      afterwards: ['npm run rebuild -- stories'],
    },
    async ({ cluster }) => {
      await cluster.server('kafka').kill();
      const about = { objectId: 'ch_1', orderId: null, sessionId: null, paymentIntentId: null };
      const notice = { eventId: `evt_${randomUUID()}`, type: 'charge.refunded', createdAt: new Date().toISOString(), ...about, missed: false };
      const schema = schemaVersion(stripeEventEvents, 'StripeEventReceived');
      await cluster.engines.events.append(`stripeevent-${randomUUID()}`, 'any', [newEvent('StripeEventReceived', notice, { schema })]);
      return () => cluster.server('kafka').restart();
    },
  ),
];
