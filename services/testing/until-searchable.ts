import { expect, vi } from 'vitest';
import type { TestProduct } from './product.ts';

/** Resolves when these search routes answer 200 to a moderator, because indexes are built in the background. */
export async function untilSearchable(product: TestProduct, ...paths: readonly string[]): Promise<void> {
  const as = product.person('seeker', 'moderator');
  for (const path of paths)
    await vi.waitFor(async () => expect((await product.send({ url: `/api${path}?q=a`, as })).statusCode).toBe(200), {
      timeout: 20_000,
      interval: 50,
    });
}
