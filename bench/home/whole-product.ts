import { setTimeout as pause } from 'node:timers/promises';
import { type Product, startProduct } from '../harness/product.ts';

/** The product with its pages and all of its map, so that nothing is drawn on the server while the browser is measured. */
export async function startWholeProduct(): Promise<Product & { origin: string }> {
  const product = await startProduct({ seed: 'world', contexts: [] });
  const origin = `http://localhost:${product.port}/`;
  const isDone = async (): Promise<boolean> => {
    const status: unknown = await (await fetch(`${origin}basemap/status`)).json();
    return typeof status === 'object' && status !== null && 'done' in status && status.done === true;
  };
  while (!(await isDone())) await pause(500);
  return { ...product, origin };
}
