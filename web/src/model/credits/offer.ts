import type { CreditPackage, Order } from '@waystory/proto/billing/order.ts';

/** Summary shown before the visitor goes to Stripe. */
export interface Offer {
  name: string;
  credits: number;
  /** Price in minor units of the currency. */
  amount: number;
  currency: string;
}

export const offerOfPackage = ({ name, credits, price, currency }: CreditPackage): Offer => ({ name, credits, amount: price, currency });
export const offerOfOrder = ({ packageName, credits, amount, currency }: Order): Offer => ({ name: packageName, credits, amount, currency });

/** Whether consent to one offer covers the other. */
export const hasSameTerms = (one: Offer, other: Offer): boolean =>
  one.credits === other.credits && one.amount === other.amount && one.currency === other.currency;
