import type { z } from 'zod';
import type { Asks } from './sandbox.ts';

/** Value of a setting, or its default. */
export async function readSetting<S extends z.ZodType>(asks: Asks, name: string, schema: S, usual: z.output<S>): Promise<z.output<S>> {
  const { rows } = await asks.query<{ value: unknown }>('select value from stripe_settings where name = $1', [name]);
  return rows[0] ? schema.parse(rows[0].value) : usual;
}

/** Stores a setting for every process, from now on. */
export async function keepSetting(asks: Asks, name: string, value: unknown): Promise<void> {
  await asks.query('insert into stripe_settings (name, value) values ($1, $2) on conflict (name) do update set value = excluded.value', [
    name,
    JSON.stringify(value),
  ]);
}

export const forgetSettings = async (asks: Asks): Promise<void> => {
  await asks.query('delete from stripe_settings');
};
