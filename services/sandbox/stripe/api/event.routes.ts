import { eventOf, eventsOf } from '../events/event-store.ts';
import { invalidRequest } from '../refusal.ts';
import type { Sandbox } from '../sandbox.ts';
import { listPartOf, pageOf, stripeListOf } from '../shapes/list.ts';
import type { StripeApi } from './api.ts';
import { eventList, expansionOnly, parametersOf } from './parameters.ts';

const path = '/events';

/** Routes of events, which Stripe retains for thirty days. */
export const eventRoutes = (sandbox: Sandbox) => (api: StripeApi) => {
  api.read(`${path}/:id`, async ({ id, fields }) => {
    parametersOf(expansionOnly, fields);
    return eventOf(sandbox.pool, id);
  });
  api.read(path, async ({ fields }) => {
    const { type, types, created, ...part } = parametersOf(eventList, fields);
    if (type !== undefined && types !== undefined)
      throw invalidRequest('You may only specify one of these parameters: type, types.', { param: 'type' });
    const wanted = type === undefined ? types : [type];
    const { data, hasMore } = pageOf(await eventsOf(sandbox.pool, { ...listPartOf(part), types: wanted, created }), part);
    return stripeListOf(data, `/v1${path}`, hasMore);
  });
};
