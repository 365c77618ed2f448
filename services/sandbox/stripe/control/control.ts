import { z } from 'zod';
import { addFault, forgetFaults, injectedFault } from '../api/fault.ts';
import { type Checkout, disputeReasons } from '../checkout/checkout.ts';
import { changeCheckoutInTransaction, checkoutOf, type ScheduledChange } from '../checkout/checkout-store.ts';
import { attemptPayment, closeDispute, openDispute, refund, settleDelayedPayment } from '../checkout/rules.ts';
import { deliveryMode, setDeliveryMode } from '../events/delivery-mode.ts';
import { eventOf } from '../events/event-store.ts';
import { executePayAction, setPaymentDelay } from '../pay/customer.ts';
import { forgetSettings, type Sandbox } from '../sandbox.ts';
import { sessionShape } from '../shapes/session.ts';

const session = z.string().min(1);
const amount = z.int().min(1).optional();

/** Commands of tests and drills: actions of customers and banks, and simulations that Stripe does not offer. */
export const controlCommand = z.discriminatedUnion('do', [
  /** Action of a button on the hosted page. `cancel` has no effect on the session. */
  z.strictObject({ do: z.enum(['pay', 'decline', 'cancel', 'expire']), session }),
  /** Starts a delayed payment with its outcome after `seconds`; if either is missing, `settleLater` decides the outcome. */
  z.strictObject({ do: z.literal('payLater'), session, outcome: z.enum(['success', 'fail']).optional(), seconds: z.number().min(0).optional() }),
  z.strictObject({ do: z.literal('settleLater'), session, outcome: z.enum(['success', 'fail']) }),
  /** Sets the delay, seconds, of delayed payments that a button of the hosted page starts. */
  z.strictObject({ do: z.literal('settleAfter'), seconds: z.number().min(0).max(86_400) }),
  z.strictObject({ do: z.literal('refund'), session, amount }),
  z.strictObject({ do: z.literal('dispute'), session, amount, reason: z.enum(disputeReasons).default('fraudulent') }),
  z.strictObject({ do: z.literal('closeDispute'), session, outcome: z.enum(['won', 'lost']) }),
  /** Sets the delivery mode of future events: of all, or of one type. */
  z.strictObject({ do: z.literal('deliver'), how: deliveryMode, type: z.string().optional() }),
  /** Delivers one event again at once. */
  z.strictObject({ do: z.literal('redeliver'), event: z.string() }),
  z.strictObject({ do: z.literal('fault'), ...injectedFault.shape }),
  /** Advances the due time of session expiries, delayed payments and deliveries; with `session`, only of that session. */
  z.strictObject({ do: z.literal('advance'), seconds: z.number().min(0).max(10_000_000), session: session.optional() }),
  /** Resets all injected faults, the delivery modes and the delay of delayed payments. */
  z.strictObject({ do: z.literal('calm') }),
]);
type ControlCommand = z.output<typeof controlCommand>;
export type ControlInput = z.input<typeof controlCommand>;

const falls = { success: 'succeeds', fail: 'fails' } as const;

/**
 * Executes a command of a test or drill; returns its session, or an empty object.
 * @throws StripeRefusal when Stripe would refuse the change
 */
export async function executeControlCommand(sandbox: Sandbox, command: ControlCommand): Promise<object> {
  const { pool } = sandbox;
  switch (command.do) {
    case 'pay':
    case 'decline':
    case 'expire':
      return shown(sandbox, await executePayAction(sandbox, command.session, command.do));
    case 'cancel':
      return shown(sandbox, await checkoutOf(sandbox, 'session', command.session, 'session'));
    case 'payLater':
      return shown(sandbox, await changeCheckoutInTransaction(sandbox, command.session, attemptPayment('later'), fallOf(sandbox, command)));
    case 'settleLater':
      return shown(sandbox, await changeCheckoutInTransaction(sandbox, command.session, settleDelayedPayment(falls[command.outcome])));
    case 'settleAfter':
      await setPaymentDelay(pool, command.seconds);
      return {};
    case 'refund':
      return shown(
        sandbox,
        await changeCheckoutInTransaction(sandbox, command.session, refund({ amount: command.amount, reason: null, metadata: {} })),
      );
    case 'dispute':
      return shown(sandbox, await changeCheckoutInTransaction(sandbox, command.session, openDispute(command)));
    case 'closeDispute': {
      const { disputes } = await checkoutOf(sandbox, 'session', command.session, 'session');
      const open = disputes.find(({ status }) => status === 'needs_response');
      return shown(sandbox, await changeCheckoutInTransaction(sandbox, command.session, closeDispute(open?.id ?? '', command.outcome)));
    }
    case 'deliver':
      await setDeliveryMode(pool, command.how, command.type);
      return {};
    case 'redeliver':
      await redeliver(sandbox, command.event);
      return {};
    case 'fault':
      await addFault(pool, command);
      return {};
    case 'advance':
      await advance(sandbox, command.seconds, command.session);
      return {};
    case 'calm':
      await Promise.all([forgetFaults(pool), forgetSettings(pool)]);
      return {};
  }
}

const shown = ({ origin }: Sandbox, checkout: Checkout): object => sessionShape(checkout, origin);

function fallOf({ now }: Sandbox, { outcome, seconds }: Extract<ControlCommand, { do: 'payLater' }>): ScheduledChange | undefined {
  return outcome && seconds !== undefined ? { what: falls[outcome], at: now() + seconds } : undefined;
}

async function redeliver(sandbox: Sandbox, event: string): Promise<void> {
  const { id } = await eventOf(sandbox.pool, event);
  await sandbox.pool.query('insert into stripe_deliveries (event, due_at) values ($1, to_timestamp($2))', [id, sandbox.now()]);
  sandbox.wake();
}

async function advance(sandbox: Sandbox, seconds: number, session: string | undefined): Promise<void> {
  const earlier = 'due_at = due_at - make_interval(secs => $1)';
  await sandbox.pool.query(`update stripe_checkouts set ${earlier} where due_at is not null and ($2::text is null or id = $2)`, [
    seconds,
    session ?? null,
  ]);
  if (session === undefined) await sandbox.pool.query(`update stripe_deliveries set ${earlier} where ended_at is null`, [seconds]);
  sandbox.wake();
}
