import { chargeProblem } from '@waystory/proto/billing/money.ts';
import { type CreditPackage, creditPackage } from '@waystory/proto/billing/order.ts';
import { z } from 'zod';

/** Credit packages on sale by default, as JSON. */
export const defaultPackagesJson = JSON.stringify([
  { id: 'starter', name: 'Starter', credits: 50, price: 499, currency: 'eur', popular: false },
  { id: 'explorer', name: 'Explorer', credits: 200, price: 1_499, currency: 'eur', popular: true },
  { id: 'globetrotter', name: 'Globetrotter', credits: 600, price: 3_499, currency: 'eur', popular: false },
]);
const packages = z
  .array(
    creditPackage
      .extend({
        id: z.string().regex(/^[a-z0-9-]{1,100}$/),
        name: z.string().min(1).max(100),
        credits: z.int().min(1).max(1_000_000),
        price: z.int().min(1),
        currency: z.string().regex(/^[a-z]{3}$/),
      })
      .strict()
      .superRefine(({ price, currency }, context) => {
        const message = chargeProblem(price, currency);
        if (message) context.addIssue({ code: 'custom', path: ['price'], message });
      }),
  )
  .min(1)
  .refine((all) => all.filter(({ popular }) => popular).length === 1, 'exactly one must be popular')
  .refine((all) => new Set(all.map(({ id }) => id)).size === all.length, 'ids must be different');

/** Parses the setting of the offered credit packages. Each issue contains the index of the invalid package. */
export function parsePackages(text: string, context: z.RefinementCtx): CreditPackage[] {
  const refuse = (message: string): never => {
    context.addIssue({ code: 'custom', message });
    return z.NEVER;
  };
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return refuse('Must be JSON');
  }
  const { data, error } = packages.safeParse(value);
  const [issue] = error?.issues ?? [];
  return data ?? refuse(`Must be packages: ${[...(issue?.path ?? []), issue?.message].join(' ')}`);
}
