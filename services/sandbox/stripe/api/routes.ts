import type { Sandbox } from '../sandbox.ts';
import type { StripeApi } from './api.ts';
import { eventRoutes } from './event.routes.ts';
import { paymentRoutes } from './payment.routes.ts';
import { sessionRoutes } from './session.routes.ts';

/** Every call of Stripe's API that is answered here. */
export const apiRoutes = (sandbox: Sandbox): ((api: StripeApi) => void)[] => [sessionRoutes(sandbox), paymentRoutes(sandbox), eventRoutes(sandbox)];
