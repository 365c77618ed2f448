import { parseArgs } from 'node:util';
import { crashDrill } from './crash/crash.ts';
import { gapDrill } from './gap/gap.ts';
import { createTally } from './tally.ts';

const drills = {
  crash: { drill: crashDrill, runs: 40, short: 8 },
  gap: { drill: gapDrill, runs: 200, short: 20 },
};

function usage(): never {
  console.error(`Usage: npm run drill -- ${Object.keys(drills).join(' | ')} [--short] [--runs N]`);
  process.exit(2);
}

function readArguments() {
  try {
    return parseArgs({ allowPositionals: true, options: { short: { type: 'boolean' }, runs: { type: 'string' } } });
  } catch {
    return usage();
  }
}

const { values, positionals } = readArguments();
const chosen = Object.entries(drills).find(([name]) => name === positionals[0])?.[1] ?? usage();
const runs = values.runs === undefined ? (values.short ? chosen.short : chosen.runs) : Number(values.runs);
if (!Number.isInteger(runs) || runs < 1) usage();
const tally = createTally();
await chosen
  .drill({ runs, tally })
  .catch((error: unknown) => tally.record(false, error instanceof Error ? (error.stack ?? error.message) : String(error)));
process.exitCode = tally.finish() ? 0 : 1;
