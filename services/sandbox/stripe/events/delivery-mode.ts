import { z } from 'zod';
import { keepSetting, type Queryable, readSetting } from '../sandbox.ts';

const seconds = z.number().min(0).max(86_400);
const times = z.int().min(1).max(100);

/** Delivery mode of webhook events. Stripe guarantees at-least-once delivery in any order, without a time limit. */
export const deliveryMode = z.discriminatedUnion('mode', [
  z.strictObject({ mode: z.literal('normal') }),
  /** Delivers each event `times` times. */
  z.strictObject({ mode: z.literal('duplicate'), times }),
  z.strictObject({ mode: z.literal('delayed'), seconds }),
  /** Delivers each event after a random delay of up to `seconds`. */
  z.strictObject({ mode: z.literal('reordered'), seconds }),
  /** Delivers no event; events are only in the list of events. */
  z.strictObject({ mode: z.literal('dropped') }),
  /** Treats the first `times` acceptances as status 500, so that the delivery is retried. */
  z.strictObject({ mode: z.literal('unaccepted'), times }),
]);
export type DeliveryMode = z.output<typeof deliveryMode>;

/** Default mode, and modes by event type. */
const modes = z.object({ general: deliveryMode, byType: z.record(z.string(), deliveryMode) });
export type DeliveryModes = z.output<typeof modes>;

const usual: DeliveryModes = { general: { mode: 'normal' }, byType: {} };

/** One planned delivery. Its first `unbelieved` acceptances count as failures, so that it is retried. */
export interface PlannedDelivery {
  /** Delay, seconds. */
  late: number;
  unbelieved: number;
}

/** Planned deliveries of an event of this type. */
export function plannedDeliveriesOf({ general, byType }: DeliveryModes, type: string, random: () => number): readonly PlannedDelivery[] {
  const mode = byType[type] ?? general;
  const once: PlannedDelivery = { late: 0, unbelieved: 0 };
  switch (mode.mode) {
    case 'normal':
      return [once];
    case 'duplicate':
      return Array.from({ length: mode.times }, () => once);
    case 'delayed':
      return [{ ...once, late: mode.seconds }];
    case 'reordered':
      return [{ ...once, late: mode.seconds * random() }];
    case 'dropped':
      return [];
    case 'unaccepted':
      return [{ ...once, unbelieved: mode.times }];
  }
}

export const readDeliveryModes = (asks: Queryable): Promise<DeliveryModes> => readSetting(asks, 'delivery', modes, usual);

/** Sets the delivery mode of future events of one type, or the default mode. */
export async function setDeliveryMode(asks: Queryable, mode: DeliveryMode, type?: string): Promise<void> {
  const before = await readDeliveryModes(asks);
  const after: DeliveryModes = type === undefined ? { ...before, general: mode } : { ...before, byType: { ...before.byType, [type]: mode } };
  await keepSetting(asks, 'delivery', after);
}
