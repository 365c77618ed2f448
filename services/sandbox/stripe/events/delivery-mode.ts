import { z } from 'zod';
import type { Asks } from '../sandbox.ts';

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

export async function readModes(asks: Asks): Promise<Modes> {
  const { rows } = await asks.query<{ value: unknown }>(`select value from stripe_settings where name = 'delivery'`);
  return rows[0] ? modes.parse(rows[0].value) : usual;
}

/** Events that happen from now on are delivered so: those of one type, or all that have no mode of their own. */
export async function chooseMode(asks: Asks, mode: DeliveryMode, type?: string): Promise<void> {
  const before = await readModes(asks);
  const after: Modes = type === undefined ? { ...before, general: mode } : { ...before, byType: { ...before.byType, [type]: mode } };
  await keepSetting(asks, 'delivery', after);
}

/** Delivers everything as usual again. */
export const forgetModes = async (asks: Asks): Promise<void> => keepSetting(asks, 'delivery', usual);

const keepSetting = async (asks: Asks, name: string, value: unknown): Promise<void> => {
  await asks.query('insert into stripe_settings (name, value) values ($1, $2) on conflict (name) do update set value = excluded.value', [
    name,
    JSON.stringify(value),
  ]);
};
