import type { Checkout } from '@waystory/services/sandbox/stripe/checkout/checkout.ts';
import type { Account } from '@waystory/services/sandbox/stripe/control/books.ts';
import { type ControlInput, controlCommand } from '@waystory/services/sandbox/stripe/control/commands.ts';
import { control } from '@waystory/services/sandbox/stripe/control/control.ts';
import { StripeRefusal } from '@waystory/services/sandbox/stripe/refusal.ts';
import { openSandbox } from '@waystory/services/sandbox/stripe/sandbox.ts';
import type { Stage } from '../stage/stage.ts';
import { persist } from './persist.ts';

/** What customers, banks and bad days do at Stripe, whether the product runs or not: the sandbox is as much in this process as in those of the product. */
export async function openStripe({ port, serverPort, engines: { pool } }: Stage) {
  if (!pool) throw new Error('The sandbox needs a Postgres');
  const sandbox = await openSandbox(pool, `http://localhost:${port}`);
  return {
    /** Does it, once, however often that is to be tried: what was done already is refused. */
    async act(command: ControlInput): Promise<void> {
      await persist(() =>
        control(sandbox, controlCommand.parse(command)).catch((error: unknown) => {
          if (!(error instanceof StripeRefusal)) throw error;
        }),
      );
    },
    /** What became of the session of an order so far. */
    async stateOf(orderId: string): Promise<string[]> {
      const { rows } = await pool.query<{ state: Checkout }>('select state from stripe_checkouts where reference = $1', [orderId]);
      return rows.flatMap(({ state }) => statesOf(state));
    },
    /** Its books, as its control route shows them to this machine: not through a gateway. */
    async books(): Promise<Map<string, Account>> {
      const { accounts } = await persist(async () => {
        const response = await fetch(`http://127.0.0.1:${serverPort}/sandbox/stripe/control`);
        if (!response.ok) throw new Error(`The books were refused with ${response.status}`);
        return (await response.json()) as { accounts: Account[] }; // of the sandbox
      });
      return new Map(accounts.map((account) => [account.reference ?? '', account]));
    },
  };
}
export type AtStripe = Awaited<ReturnType<typeof openStripe>>;

function statesOf({ status, paymentStatus, refunds, disputes }: Checkout): string[] {
  return [
    'Stripe: opened',
    ...(status === 'complete' ? ['Stripe: taken'] : []),
    ...(status === 'expired' ? ['Stripe: expired'] : []),
    ...(paymentStatus === 'paid' ? ['Stripe: paid'] : []),
    ...(refunds.length > 0 ? ['Stripe: refunded'] : []),
    ...(disputes.length > 0 ? ['Stripe: disputed'] : []),
    ...(disputes.some((one) => one.status === 'won') ? ['Stripe: dispute won'] : []),
  ];
}
