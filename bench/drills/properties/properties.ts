import type { Tally } from '../tally.ts';
import { embeddedProduct } from './embedded-product.ts';
import { filterProperty } from './filters.ts';
import { massAssignmentProperty } from './mass-assignment.ts';

/** A write is tried for every so many filters. */
const filtersPerWrite = 4;

/** What must hold of any filter by anyone, and of any field that anyone sends along. A run is a filter; every fourth one is a write. */
export async function propertiesDrill({ runs, seed, short, tally }: { runs: number; seed: number; short: boolean; tally: Tally }): Promise<void> {
  const product = await embeddedProduct();
  try {
    await filterProperty(product, { runs, seed, tally });
    await massAssignmentProperty(product, { runs: Math.ceil(runs / (short ? 2 : filtersPerWrite)), seed, tally });
  } finally {
    await product.stop();
  }
}
