// `npm run drill -- NAME...`: checks guarantees while processes, engines and users misbehave.
import { parseArgs } from 'node:util';
import { alertsDrill } from './alerts/alerts.ts';
import { assistantDrill } from './assistant/assistant.ts';
import { attackDrill } from './attack/attack.ts';
import { busDrill } from './bus/bus.ts';
import { chatClientDrill } from './chat-client/chat-client.ts';
import { checkoutDrill } from './checkout/checkout.ts';
import { crashDrill } from './crash/crash.ts';
import { EnvironmentPool } from './environment/environment.ts';
import { engineAwayDrill } from './faults/engine-away.ts';
import { jobsDrill } from './faults/jobs.ts';
import { processesDrill } from './faults/processes.ts';
import { fightDrill } from './fight/fight.ts';
import { gapDrill } from './gap/gap.ts';
import { historiesDrill } from './histories/histories.ts';
import { parityDrill } from './parity/parity.ts';
import { poisonDrill } from './poison/poison.ts';
import { propertiesDrill } from './properties/properties.ts';
import { restoreDrill } from './restore/restore.ts';
import { createTally, type DrillRun } from './tally.ts';
import { tracesDrill } from './traces/traces.ts';
import { upgradeDrill } from './upgrade/upgrade.ts';

type Drill = readonly [drill: (run: DrillRun) => Promise<void>, runs: number, short: number];

/** Each drill with its number of runs in the whole and in the short form. Neighbouring drills on the same engines share an environment. */
const drills: Readonly<Record<string, Drill>> = {
  alerts: [alertsDrill, 1, 1],
  assistant: [assistantDrill, 30, 7],
  attack: [attackDrill, 1, 1],
  checkout: [checkoutDrill, 60, 10],
  crash: [crashDrill, 40, 8],
  gap: [gapDrill, 200, 20],
  kafka: [engineAwayDrill('kafka'), 3, 1],
  mongodb: [engineAwayDrill('mongodb'), 3, 1],
  azurite: [engineAwayDrill('azurite'), 3, 1],
  processes: [processesDrill, 1, 1],
  elasticsearch: [engineAwayDrill('elasticsearch'), 3, 1],
  temporal: [jobsDrill('temporal'), 2, 1],
  jobs: [jobsDrill(null), 2, 1],
  fight: [fightDrill, 100, 10],
  histories: [historiesDrill, 2_000, 30],
  bus: [busDrill, 5, 1],
  poison: [poisonDrill, 3, 1],
  parity: [parityDrill, 2_000, 460],
  traces: [tracesDrill, 20, 5],
  'chat-client': [chatClientDrill, 1, 1],
  properties: [propertiesDrill, 20_000, 1_000],
  restore: [restoreDrill, 1, 1],
  upgrade: [upgradeDrill, 1, 1],
};

function usage(): never {
  console.error(
    `Usage: npm run drill -- NAME... | all [--short] [--runs N | --requests N] [--seed N]\nNames, of which neighbours on the same engines share them: ${Object.keys(drills).join(', ')}`,
  );
  process.exit(2);
}

function readArguments() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        short: { type: 'boolean', default: false },
        runs: { type: 'string' },
        requests: { type: 'string' },
        seed: { type: 'string', default: '1' },
      },
    });
  } catch {
    return usage();
  }
}

const { values, positionals } = readArguments();
const names = positionals.join() === 'all' ? Object.keys(drills) : positionals;
const chosen = names.map((name) => [name, drills[name] ?? usage()] as const);
const { short } = values;
const seed = Number(values.seed);
// `--requests` also sets the number of runs, because a run of `parity` is one request.
const wanted = values.runs ?? values.requests;
if (chosen.length === 0 || !Number.isInteger(seed) || (wanted !== undefined && !/^[1-9]\d*$/.test(wanted))) usage();

const tally = createTally();
await using environments = new EnvironmentPool();
for (const [name, [drill, whole, few]] of chosen) {
  if (chosen.length > 1) console.log(`-- ${name}`);
  const begun = performance.now();
  const runs = wanted === undefined ? (short ? few : whole) : Number(wanted);
  await drill({ runs, seed, short, environments, tally }).catch((error: unknown) =>
    tally.record(false, `${name}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`),
  );
  if (chosen.length > 1) console.log(`     ${name} took ${Math.round((performance.now() - begun) / 1_000)} s`);
}
process.exitCode = tally.finish() ? 0 : 1;
