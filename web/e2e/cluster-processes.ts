import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

/** Data folder of the product under test, equal to Playwright's configuration. */
const dataDir = 'web/e2e/out/data';

interface ProductProcess {
  pid: number;
  words: readonly string[];
  env: Readonly<Record<string, string>>;
}

/** Processes of the product under test, recognised by their working directory and data folder. Linux only. */
const processes = (): ProductProcess[] =>
  readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    try {
      const words = readFileSync(`/proc/${name}/cmdline`, 'utf8').split('\0');
      const pairs = readFileSync(`/proc/${name}/environ`, 'utf8')
        .split('\0')
        .map((pair) => [pair.split('=', 1)[0] ?? '', pair.slice(pair.indexOf('=') + 1)]);
      const env: Record<string, string> = Object.fromEntries(pairs);
      return readlinkSync(`/proc/${name}/cwd`) === process.cwd() && env.DATA_DIR === dataDir ? [{ pid: Number(name), words, env }] : [];
    } catch {
      // The process has ended meanwhile or belongs to another user.
      return [];
    }
  });

/** Process ids of the cluster under test with this role; empty without a cluster. */
export const processIdsOf = (role: string): number[] =>
  processes().flatMap(({ pid, words }) => (words[words.indexOf('--roles') + 1] === role ? [pid] : []));

/** Environment variables of a process of the product under test. */
export function productEnvironment(): Readonly<Record<string, string>> {
  const one = processes().find(({ words }) => words.some((word) => word.endsWith('services/main.ts') && !word.includes(' ')));
  if (!one) throw new Error('No process of the product runs here');
  return one.env;
}
