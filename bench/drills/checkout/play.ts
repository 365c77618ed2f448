import type { Order } from '@waystory/proto/billing/order.ts';
import { until } from '../cluster/progress.ts';
import type { Scene } from './scene.ts';
import type { Hands, Story } from './stories.ts';

/** Something may be lost of which word comes only when Stripe is asked, milliseconds. */
const comesWithinMs = 8_000;
/** It is paid late where everything goes wrong, and then it is told so. */
const paidWithinMs = 300_000;

/** Plays a story with an order of its own. One that can never be paid ends there. */
export async function play({ buyers, stripe, log, random }: Scene, tag: string, story: Story): Promise<void> {
  const draw = <T>(from: readonly T[]): T | undefined => from[Math.floor(random() * from.length)];
  const [accountId, wanted] = [draw(buyers.accountIds) ?? '', draw(buyers.packages)?.id ?? ''];
  let order: Order | undefined;
  const known = (): Order => {
    if (!order?.stripeSessionId) throw new Unpayable();
    return order;
  };
  const hands: Hands = {
    async order() {
      order = await buyers.place(accountId, wanted, tag);
      const placed = order;
      await until(async () => {
        order = await buyers.see(placed);
        return order.stripeSessionId !== null || order.status === 'FAILED';
      }, paidWithinMs);
      known();
    },
    atStripe: (act) => stripe.act({ ...act, session: known().stripeSessionId ?? '' }),
    cancel: () => buyers.cancel(known()),
    async refund() {
      await until(() => buyers.refund(known()), paidWithinMs);
    },
    async comes(what) {
      await until(async () => (await log.all()).some((one) => one.tag === tag && one.traces.some((trace) => trace.what === what)), comesWithinMs);
    },
  };
  await story.play(hands).catch((error: unknown) => {
    if (!(error instanceof Unpayable)) throw error;
  });
}

/** Stripe could not be reached for so long that there is nothing to pay. */
class Unpayable extends Error {}
