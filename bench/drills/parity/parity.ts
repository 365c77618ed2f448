import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { definitions } from '@waystory/services/all.ts';
import { startProduct } from '../../harness/product.ts';
import { machineText } from '../../harness/report.ts';
import type { Tally } from '../tally.ts';
import { startClusterProduct } from './cluster-product.ts';
import { compareProducts } from './compare-products.ts';
import { hangUp, type Standing } from './exchange.ts';
import { tokensOf } from './people.ts';

/** All that have routes; the map of the world is not drawn, as nobody looks at it. */
const contexts = definitions.flatMap(({ name, routes, openRoutes = [] }) => (routes.length + openRoutes.length > 0 ? [name] : []));

interface Stoppable {
  stop(): Promise<void>;
}

/** Sends the same requests to the product in one process and to the cluster on all engines, both empty at first. All answers must be the same. */
export async function parityDrill({ runs: requests, seed, tally }: { runs: number; seed: number; tally: Tally }): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'waystory-parity-'));
  const running: Stoppable[] = [];
  try {
    const one = await startProduct({ dataDir: join(folder, 'one'), seed: 'none', contexts, who: null });
    running.push(one);
    // The issuer of tokens follows from the address, and ids of accounts from the issuer: with one address for both these are the same.
    const origin = `http://localhost:${one.port}`;
    const many = await startClusterProduct(join(folder, 'many'), origin, contexts);
    running.push(many);
    console.log(`${requests} requests, seed ${seed}; ${machineText()}`);
    const standing = async ({ port, database }: typeof one | typeof many): Promise<Standing> => ({
      port,
      tokens: await tokensOf(database, origin),
      freshTokens: () => tokensOf(database, origin),
      position: 0,
      seen: 0,
      askedAgain: 0,
    });
    await compareProducts({ standings: { one: await standing(one), many: await standing(many) }, requests, seed, tally });
  } finally {
    hangUp();
    await Promise.all(running.map((part) => part.stop()));
    rmSync(folder, { recursive: true, force: true });
  }
}
