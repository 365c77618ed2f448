/** Cores: whatever serves on the first, whatever sends on the second, so that they do not push each other around. */
export const servingCore = 0;
export const sendingCore = 1;

/** Command line that runs Node on one core only (Linux, util-linux). It keeps the process id. */
export const nodeOn = (core: number): [string, string[]] => ['taskset', ['-c', String(core), process.execPath]];
