import { parseArgs } from 'node:util';
import { alertsDrill } from './alerts/alerts.ts';
import { assistantDrill } from './assistant/assistant.ts';
import { attackDrill } from './attack/attack.ts';
import { engineAwayDrill } from './away/engine-away.ts';
import { busDrill } from './bus/bus.ts';
import { chatClientDrill } from './chat-client/chat-client.ts';
import { checkoutDrill } from './checkout/checkout.ts';
import { type ClusterPool, createClusterPool } from './cluster/cluster-pool.ts';
import { crashDrill } from './crash/crash.ts';
import { fightDrill } from './fight/fight.ts';
import { gapDrill } from './gap/gap.ts';
import { historiesDrill } from './histories/histories.ts';
import { jobsDrill } from './jobs/jobs.ts';
import { parityDrill } from './parity/parity.ts';
import { poisonDrill } from './poison/poison.ts';
import { processesDrill } from './processes/processes.ts';
import { propertiesDrill } from './properties/properties.ts';
import { restoreDrill } from './restore/restore.ts';
import { createTally, type Tally } from './tally.ts';
import { tracesDrill } from './traces/traces.ts';
import { upgradeDrill } from './upgrade/upgrade.ts';

interface Run {
  runs: number;
  seed: number;
  short: boolean;
  clusters: ClusterPool;
  tally: Tally;
}

const drills = {
  alerts: { drill: alertsDrill, runs: 1, short: 1 },
  assistant: { drill: assistantDrill, runs: 30, short: 7 },
  attack: { drill: attackDrill, runs: 1, short: 1 },
  checkout: { drill: checkoutDrill, runs: 60, short: 10 },
  crash: { drill: crashDrill, runs: 40, short: 8 },
  gap: { drill: gapDrill, runs: 200, short: 20 },
  kafka: { drill: (run: Run) => engineAwayDrill({ engine: 'kafka', awaySeconds: run.short ? 10 : 60, ...run }), runs: 3, short: 1 },
  mongodb: { drill: (run: Run) => engineAwayDrill({ engine: 'mongodb', awaySeconds: run.short ? 10 : 60, ...run }), runs: 3, short: 1 },
  elasticsearch: { drill: (run: Run) => engineAwayDrill({ engine: 'elasticsearch', awaySeconds: run.short ? 8 : 60, ...run }), runs: 3, short: 1 },
  azurite: { drill: (run: Run) => engineAwayDrill({ engine: 'azurite', awaySeconds: run.short ? 8 : 60, ...run }), runs: 3, short: 1 },
  temporal: {
    drill: (run: Run) => jobsDrill({ engine: 'temporal', things: run.short ? 2_500 : 8_000, awaySeconds: run.short ? 5 : 30, ...run }),
    runs: 2,
    short: 1,
  },
  jobs: { drill: (run: Run) => jobsDrill({ engine: null, things: run.short ? 2_500 : 8_000, awaySeconds: 0, ...run }), runs: 2, short: 1 },
  processes: { drill: (run: Run) => processesDrill({ each: !run.short, ...run }), runs: 1, short: 1 },
  fight: { drill: fightDrill, runs: 100, short: 10 },
  histories: { drill: historiesDrill, runs: 2_000, short: 30 },
  bus: { drill: (run: Run) => busDrill({ kills: run.short ? 6 : 30, ...run }), runs: 5, short: 1 },
  poison: { drill: poisonDrill, runs: 3, short: 1 },
  parity: { drill: parityDrill, runs: 2_000, short: 460 },
  traces: { drill: (run: Run) => tracesDrill({ short: run.short, runs: run.runs, tally: run.tally }), runs: 20, short: 5 },
  'chat-client': { drill: chatClientDrill, runs: 1, short: 1 },
  properties: { drill: propertiesDrill, runs: 20_000, short: 1_000 },
  restore: { drill: restoreDrill, runs: 1, short: 1 },
  upgrade: { drill: upgradeDrill, runs: 1, short: 1 },
};

function usage(): never {
  console.error(
    `Usage: npm run drill -- NAME... [--short] [--runs N | --requests N] [--seed N]\nNames, of which those on the same engines share a cluster when they come one after the other: ${Object.keys(drills).join(', ')}`,
  );
  process.exit(2);
}

function readArguments() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: { short: { type: 'boolean' }, runs: { type: 'string' }, requests: { type: 'string' }, seed: { type: 'string' } },
    });
  } catch {
    return usage();
  }
}

const { values, positionals } = readArguments();
const named = new Map<string, (typeof drills)[keyof typeof drills]>(Object.entries(drills));
const chosen = positionals.map((name) => ({ name, ...(named.get(name) ?? usage()) }));
if (chosen.length === 0) usage();
const seed = Number(values.seed ?? 1);
// A run of `parity` is a request.
const wanted = values.runs ?? values.requests;
if (!Number.isInteger(seed) || (wanted !== undefined && !/^[1-9]\d*$/.test(wanted))) usage();

const tally = createTally();
const clusters = createClusterPool();
for (const { name, drill, ...runs } of chosen) {
  if (chosen.length > 1) console.log(`-- ${name}`);
  const begun = performance.now();
  const run = { runs: wanted === undefined ? (values.short ? runs.short : runs.runs) : Number(wanted), seed, short: values.short === true };
  await drill({ ...run, clusters, tally }).catch((error: unknown) =>
    tally.record(false, `${name}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`),
  );
  if (chosen.length > 1) console.log(`     ${name} took ${Math.round((performance.now() - begun) / 1_000)} s`);
}
await clusters.close();
process.exitCode = tally.finish() ? 0 : 1;
