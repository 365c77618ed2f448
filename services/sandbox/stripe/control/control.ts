import { addFault, forgetFaults } from '../api/fault.ts';
import type { Checkout } from '../checkout/checkout.ts';
import { changeAlone, checkoutOf, type Fall } from '../checkout/checkout-store.ts';
import { attempt, closeDispute, openDispute, refund, settle } from '../checkout/rules.ts';
import { chooseMode } from '../events/delivery-mode.ts';
import { eventOf } from '../events/event-store.ts';
import { act, chooseDelay } from '../pay/customer.ts';
import type { Sandbox } from '../sandbox.ts';
import { forgetSettings } from '../settings.ts';
import { sessionShape } from '../shapes/session.ts';
import type { ControlCommand } from './commands.ts';

const falls = { success: 'succeeds', fail: 'fails' } as const;

/**
 * Executes a command of a test or a drill; returns its session.
 * @throws StripeRefusal when Stripe would not permit it
 */
export async function control(sandbox: Sandbox, command: ControlCommand): Promise<object> {
  const { pool } = sandbox;
  switch (command.do) {
    case 'pay':
    case 'decline':
    case 'expire':
      return shown(sandbox, await act(sandbox, command.session, command.do));
    case 'cancel':
      return shown(sandbox, await checkoutOf(sandbox, 'session', command.session, 'session'));
    case 'payLater':
      return shown(sandbox, await changeAlone(sandbox, command.session, attempt('later'), fallOf(sandbox, command)));
    case 'settleLater':
      return shown(sandbox, await changeAlone(sandbox, command.session, settle(falls[command.outcome])));
    case 'settleAfter':
      await chooseDelay(pool, command.seconds);
      return {};
    case 'refund':
      return shown(sandbox, await changeAlone(sandbox, command.session, refund({ amount: command.amount, reason: null, metadata: {} })));
    case 'dispute':
      return shown(sandbox, await changeAlone(sandbox, command.session, openDispute(command)));
    case 'closeDispute': {
      const { disputes } = await checkoutOf(sandbox, 'session', command.session, 'session');
      const open = disputes.find(({ status }) => status === 'needs_response');
      return shown(sandbox, await changeAlone(sandbox, command.session, closeDispute(open?.id ?? '', command.outcome)));
    }
    case 'deliver':
      await chooseMode(pool, command.how, command.type);
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

function fallOf({ now }: Sandbox, { outcome, seconds }: Extract<ControlCommand, { do: 'payLater' }>): Fall | undefined {
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
