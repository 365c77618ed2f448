import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

/** As the configuration of Playwright has it. */
const dataDir = 'web/e2e/out/data';

/** Processes of the cluster under test that have a role: those of this folder alone, whatever else runs on the machine. Linux only. */
export const processesOf = (role: string): number[] =>
  readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    try {
      const words = readFileSync(`/proc/${name}/cmdline`, 'utf8').split('\0');
      const isOurs =
        readlinkSync(`/proc/${name}/cwd`) === process.cwd() && readFileSync(`/proc/${name}/environ`, 'utf8').includes(`\0DATA_DIR=${dataDir}\0`);
      return isOurs && words[words.indexOf('--roles') + 1] === role ? [Number(name)] : [];
    } catch {
      // It ended while we looked, or is somebody else's.
      return [];
    }
  });
