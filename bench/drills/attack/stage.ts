import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Product, startProduct, unlimited } from '../../harness/product.ts';
import type { Tally } from '../tally.ts';

const tokenProgram = join(import.meta.dirname, '../../../services/operations/token.ts');
/** Everything that answers requests, so that an attack may come through any door. The map that is drawn at the first start is left out. */
const contexts = ['accounts', 'assistant', 'billing', 'itineraries', 'media', 'moderation', 'social', 'web'];

/** The built product as an attacker meets it: an address on this machine, and the tokens of the ready accounts. */
export interface Stage {
  product: Product;
  /** `http://127.0.0.1:PORT` */
  origin: string;
  tokens: Readonly<Record<'traveller' | 'moderator' | 'admin', string>>;
  tally: Tally;
  short: boolean;
}

/** One point of attack: what it tries, each try a line of the tally. */
export interface Attack {
  name: string;
  /** Settings of the product it is tried on, when the usual ones (no limits of calls) would hide what is tried. */
  settings?: Readonly<Record<string, string>>;
  run(stage: Stage): Promise<void>;
}

/** Runs an attack on a product of its own, started as a user would. */
export async function attackProduct({ name, settings, run }: Attack, { tally, short }: Pick<Stage, 'tally' | 'short'>): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'waystory-attack-'));
  const product = await startProduct({ dataDir, seed: 'none', contexts, ...(settings && { settings }) });
  try {
    const env = { PATH: '/usr/bin:/bin', PORT: String(product.port), DATA_DIR: dataDir, SEED: 'none', ...unlimited, ...settings };
    const tokenOf = async (who: string) => (await promisify(execFile)(process.execPath, [tokenProgram, who], { env })).stdout.trim();
    const tokens = { traveller: product.token, moderator: await tokenOf('moderator'), admin: await tokenOf('admin') };
    const named: Tally = { ...tally, record: (passed, what) => tally.record(passed, `${name}: ${what}`) };
    await run({ product, origin: `http://127.0.0.1:${product.port}`, tokens, tally: named, short });
  } finally {
    await product.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}
