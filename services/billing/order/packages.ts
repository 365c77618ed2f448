import type { creditPackage } from '@waystory/proto/billing/order.ts';
import type { z } from 'zod';

const currency = 'eur';

/** Packages of credits on offer, cheapest first. Prices are in cents. */
export const packages: readonly z.output<typeof creditPackage>[] = [
  { id: 'starter', name: 'Starter', credits: 50, price: 499, currency, popular: false },
  { id: 'explorer', name: 'Explorer', credits: 200, price: 1_499, currency, popular: true },
  { id: 'globetrotter', name: 'Globetrotter', credits: 600, price: 3_499, currency, popular: false },
];
