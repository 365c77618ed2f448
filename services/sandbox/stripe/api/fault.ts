import { z } from 'zod';
import { StripeRefusal } from '../refusal.ts';
import type { Queryable } from '../sandbox.ts';

/** Injected fault of a call: status 500 or a lost connection, before or after the write; or status 429. */
export const faultEffect = z.enum(['error-before', 'error-after', 'lost-before', 'lost-after', 'too-many']);
export type FaultEffect = z.output<typeof faultEffect>;

/** The next `times` calls of a path fail; `*` in the path stands for an id. */
export const injectedFault = z.strictObject({
  method: z.enum(['GET', 'POST']),
  path: z.string().regex(/^\/v1(\/[\w*]+)+$/),
  effect: faultEffect,
  times: z.int().min(1).max(10_000).default(1),
});
export type InjectedFault = z.output<typeof injectedFault>;

export async function addFault(asks: Queryable, { method, path, effect, times }: InjectedFault): Promise<void> {
  await asks.query('insert into stripe_faults (method, path, effect, remaining) values ($1, $2, $3, $4)', [method, path, effect, times]);
}

export const forgetFaults = async (asks: Queryable): Promise<void> => {
  await asks.query('delete from stripe_faults');
};

/** Takes the next injected fault for this call; null without one. */
export async function takeFault(asks: Queryable, method: string, path: string): Promise<FaultEffect | null> {
  const { rows } = await asks.query<{ effect: FaultEffect }>(
    `update stripe_faults set remaining = remaining - 1 where number = (
       select number from stripe_faults where remaining > 0 and method = $1 and $2 ~ ('^' || replace(path, '*', '[^/]+') || '$')
       order by number limit 1 for update skip locked)
     returning effect`,
    [method, path],
  );
  return rows[0]?.effect ?? null;
}

/** The connection is closed without an answer. */
export class LostAnswer extends Error {}

/**
 * Fails the call if its fault applies at this moment, before or after the write.
 * @throws StripeRefusal or LostAnswer
 */
export function injectFault(effect: FaultEffect | null, when: 'before' | 'after'): void {
  if (effect === 'too-many' && when === 'before')
    throw new StripeRefusal(429, { type: 'invalid_request_error', code: 'rate_limit', message: 'Too many requests hit the API too quickly.' });
  if (effect === `error-${when}`) throw new StripeRefusal(500, { type: 'api_error', message: 'An unknown error occurred' });
  if (effect === `lost-${when}`) throw new LostAnswer();
}
