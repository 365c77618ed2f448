import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

/** As the configuration of Playwright has it. */
const dataDir = 'web/e2e/out/data';

interface ProductProcess {
  pid: number;
  words: readonly string[];
  env: Readonly<Record<string, string>>;
}

/** Processes of the product under test: those of this folder alone, whatever else runs on the machine. Linux only. */
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
      // It ended while we looked, or is somebody else's.
      return [];
    }
  });

/** Processes of the cluster under test that have a role. */
export const processesOf = (role: string): number[] =>
  processes().flatMap(({ pid, words }) => (words[words.indexOf('--roles') + 1] === role ? [pid] : []));

/** Settings of a process of the product, of the cluster or the only one. */
export function settingsOfProduct(): Readonly<Record<string, string>> {
  const one = processes().find(({ words }) => words.some((word) => word.endsWith('services/main.ts') && !word.includes(' ')));
  if (!one) throw new Error('No process of the product runs here');
  return one.env;
}
