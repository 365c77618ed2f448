import type { Sandbox } from '../sandbox.ts';
import type { StripeApi } from './api.ts';
import { eventRoutes } from './event.routes.ts';
import { paymentRoutes } from './payment.routes.ts';
import { sessionRoutes } from './session.routes.ts';

/** Every supported call of Stripe's API. */
export const apiRoutes = (sandbox: Sandbox): ((api: StripeApi) => void)[] => [sessionRoutes(sandbox), paymentRoutes(sandbox), eventRoutes(sandbox)];
