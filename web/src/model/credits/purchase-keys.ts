import { tabTexts } from '@waystory/client/environment.ts';

/** A purchase about to begin. */
export interface Purchase {
  accountId: string;
  packageId: string;
  /** Page of this product for the return from Stripe. */
  returnTo: string;
}

type Shelf = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

interface KeptKey extends Purchase {
  key: string;
  /** Expiry, milliseconds since 1970. */
  until: number;
}

const shelfKey = 'waystory.purchase';
/** Lifetime of a purchase key, milliseconds; a later press is a new purchase. */
const meantFor = 60 * 60_000;

function parseKeptKey(text: string | null): KeptKey | null {
  try {
    const kept: unknown = JSON.parse(text ?? 'null');
    return typeof kept === 'object' && kept !== null && 'key' in kept && 'until' in kept ? (kept as KeptKey) : null; // as: written below
  } catch {
    return null;
  }
}

/**
 * Idempotency keys of purchases in a tab: a repeated press, even after a reload, makes one order. A key ends with the redirect to Stripe, so a later
 * purchase makes a new order.
 */
export class PurchaseKeys {
  readonly #shelf: () => Shelf;
  readonly #now: () => number;

  constructor(shelf: () => Shelf, now: () => number = Date.now) {
    this.#shelf = shelf;
    this.#now = now;
  }

  keyOf(purchase: Purchase): string {
    const kept = this.#kept(purchase);
    if (kept) return kept.key;
    const key = crypto.randomUUID();
    this.#shelf().setItem(shelfKey, JSON.stringify({ ...purchase, key, until: this.#now() + meantFor } satisfies KeptKey));
    return key;
  }

  forget(): void {
    this.#shelf().removeItem(shelfKey);
  }

  #kept({ accountId, packageId, returnTo }: Purchase): KeptKey | null {
    const kept = parseKeptKey(this.#shelf().getItem(shelfKey));
    const isSame = kept?.accountId === accountId && kept.packageId === packageId && kept.returnTo === returnTo;
    return isSame && kept.until > this.#now() ? kept : null;
  }
}

/** Per tab, because purchases in two tabs are two orders. */
export const purchaseKeys = new PurchaseKeys(() => tabTexts);
