import { expect, vi } from 'vitest';
import type { TestProduct } from './product.ts';

/** Resolves when the searches at these paths below `/api` are answered: indexes are made in the background. */
export async function untilSearchable(product: TestProduct, ...paths: readonly string[]): Promise<void> {
  for (const path of paths)
    await vi.waitFor(async () => expect((await product.send({ url: `/api${path}?q=a` })).statusCode).toBe(200), { timeout: 20_000, interval: 50 });
}
