import { tabTexts } from '@waystory/client/environment.ts';

/** A purchase about to begin. */
export interface Purchase {
  accountId: string;
  packageId: string;
  /** Page of this product that they come back to from Stripe. */
  returnTo: string;
}

type Shelf = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

interface KeptKey extends Purchase {
  key: string;
  /** Milliseconds since 1970. */
  until: number;
}

const shelfKey = 'waystory.purchase';
/** A purchase that was pressed longer ago is another one, milliseconds. */
const meantFor = 60 * 60_000;

function parseKeptKey(text: string | null): KeptKey | null {
  try {
    const kept: unknown = JSON.parse(text ?? 'null');
    return typeof kept === 'object' && kept !== null && 'key' in kept && 'until' in kept ? (kept as KeptKey) : null; // written below
  } catch {
    return null;
  }
}

/**
 * Keys under which purchases of a tab are made: pressed twice, or again after a reload, it is the same purchase and makes one order. It ends when
 * the browser leaves for Stripe; what is bought after that is another order.
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

/** Per tab: what is bought in two is bought twice. */
export const purchaseKeys = new PurchaseKeys(() => tabTexts);
