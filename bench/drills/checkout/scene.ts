import type { Stage } from '../stage/stage.ts';
import type { AtStripe } from './at-stripe.ts';
import type { Buyers } from './buyers.ts';
import type { OrderLog } from './order-log.ts';

/** The product on one engine, with everybody who deals with it. */
export interface Scene {
  stage: Stage;
  stripe: AtStripe;
  buyers: Buyers;
  log: OrderLog;
  random: () => number;
}
