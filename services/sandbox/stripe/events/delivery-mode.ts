import { z } from 'zod';
import type { Asks } from '../sandbox.ts';
import { keepSetting, readSetting } from '../settings.ts';

const seconds = z.number().min(0).max(86_400);
const times = z.int().min(1).max(100);

/** How events reach the product. Stripe promises at least once, in any order, at some time. */
export const deliveryMode = z.discriminatedUnion('mode', [
  z.strictObject({ mode: z.literal('normal') }),
  /** So many times each. */
  z.strictObject({ mode: z.literal('duplicate'), times }),
  z.strictObject({ mode: z.literal('delayed'), seconds }),
  /** Each at a time of its own within so many seconds. */
  z.strictObject({ mode: z.literal('reordered'), seconds }),
  /** Never: only the list of events has them. */
  z.strictObject({ mode: z.literal('dropped') }),
  /** The first answers that accept it are taken for a 500, so that it comes again. */
  z.strictObject({ mode: z.literal('unaccepted'), times }),
]);
export type DeliveryMode = z.output<typeof deliveryMode>;

/** In general, and by the type of the event. */
const modes = z.object({ general: deliveryMode, byType: z.record(z.string(), deliveryMode) });
export type Modes = z.output<typeof modes>;

const usual: Modes = { general: { mode: 'normal' }, byType: {} };

/** One delivery that is to be made. */
export interface Planned {
  /** Seconds from now. */
  late: number;
  unbelieved: number;
}

/** The deliveries of an event of this type. */
export function planOf({ general, byType }: Modes, type: string, random: () => number): readonly Planned[] {
  const mode = byType[type] ?? general;
  const once: Planned = { late: 0, unbelieved: 0 };
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

export const readModes = (asks: Asks): Promise<Modes> => readSetting(asks, 'delivery', modes, usual);

/** Events that happen from now on are delivered so: those of one type, or all that have no mode of their own. */
export async function chooseMode(asks: Asks, mode: DeliveryMode, type?: string): Promise<void> {
  const before = await readModes(asks);
  const after: Modes = type === undefined ? { ...before, general: mode } : { ...before, byType: { ...before.byType, [type]: mode } };
  await keepSetting(asks, 'delivery', after);
}
