// `npm run fuzz`: requests drawn from the OpenAPI document, sent by every kind of caller.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { MissingTool } from '@waystory/infra/engine-servers/tools.ts';
import { openEnvironment } from '../drills/environment/environment.ts';
import { createTally, type Tally } from '../drills/tally.ts';
import { configurationOf, seedFuzzRecords } from './configuration.ts';
import { type FuzzOptions, fuzz, installSchemathesis } from './fuzz-run.ts';
import { judgementsOf, printJudgements, type ResponseCountsByOperation, sumAcceptances } from './refusals.ts';

const contexts = ['accounts', 'assistant', 'billing', 'itineraries', 'media', 'moderation', 'social', 'web'];

interface Effort {
  phases: readonly string[];
  examples: number;
  /** Whether filters are nested, which takes most of the generation time. */
  nesting: boolean;
}
/** `coverage` visits boundaries of parameters, `fuzzing` draws requests, `stateful` uses answers in later requests. */
const full: Effort = { phases: ['coverage', 'fuzzing', 'stateful'], examples: 50, nesting: true };
const efforts = {
  anonymous: { full, short: { phases: ['fuzzing'], examples: 3, nesting: false } },
  traveller: { full, short: { phases: ['fuzzing'], examples: 5, nesting: true } },
  moderator: { full, short: { phases: ['fuzzing'], examples: 3, nesting: false } },
  admin: { full, short: { phases: ['fuzzing'], examples: 5, nesting: false } },
} as const satisfies Record<string, { full: Effort; short: Effort }>;

const { values } = parseArgs({
  options: { as: { type: 'string' }, short: { type: 'boolean', default: false }, seed: { type: 'string', default: '1' } },
});
const folder = mkdtempSync(join(tmpdir(), 'waystory-fuzz-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));

async function fuzzAll(program: string, tally: Tally): Promise<void> {
  await using environment = await openEnvironment({ name: 'fuzz', processes: 'one', contexts });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => environment[Symbol.asyncDispose]().finally(() => process.exit(1)));
  const origin = `http://localhost:${environment.port}`;
  const { tokens } = environment;
  const known = await seedFuzzRecords(environment);
  // Generating requests takes most of the time, so callers run in parallel.
  const callers = Object.entries(efforts).filter(([who]) => !values.as || values.as === who);
  const acceptances = new Map(
    await Promise.all(
      callers.map(async ([who, { short, full: whole }]) => {
        const place = join(folder, who);
        mkdirSync(place);
        const token = who === 'anonymous' ? null : tokens[who as keyof typeof tokens]; // the other names are those of tokens
        const effort = values.short ? short : whole;
        const options = { program, folder: place, origin, configuration: configurationOf(known, token), seed: Number(values.seed) };
        return [who, await fuzzAs(who, { ...options, ...effort }, tally)] as const;
      }),
    ),
  );
  tellRefusals(acceptances, tally);
}

async function fuzzAs(who: string, options: FuzzOptions, tally: Tally): Promise<ResponseCountsByOperation> {
  const started = Date.now();
  const { found, details, operations, cases, incomplete, acceptances } = await fuzz(options);
  if (found.length > 0) console.log(details);
  for (const one of found) tally.record(false, `${who}: ${one}`);
  const what = `${who}: ${cases} requests to ${operations} operations in ${Math.round((Date.now() - started) / 1_000)} s, seed ${options.seed}`;
  tally.record(incomplete === null, incomplete ? `${what}: ${incomplete}` : what);
  return acceptances;
}

/** Prints refusals by operation. An operation fails when it refuses most requests that conform to its description. */
function tellRefusals(byCaller: ReadonlyMap<string, ResponseCountsByOperation>, tally: Tally): void {
  const runs = [...byCaller, ...(byCaller.size > 1 ? [['all', sumAcceptances([...byCaller.values()])] as const] : [])];
  for (const [who, acceptances] of runs) {
    const judgements = judgementsOf(acceptances);
    console.log(`\nRequests as the description has them, ${who}:`);
    printJudgements(judgements);
    const refusing = judgements.filter(({ isRefusing }) => isRefusing);
    for (const { operation, taken, refused } of refusing)
      tally.record(false, `${who}: ${operation} refused ${refused} of ${taken + refused} that it allows`);
    if (refusing.length === 0) tally.record(true, `${who}: ${acceptances.size} operations took most of what they allow`);
  }
}

const tally = createTally();
try {
  await fuzzAll(await installSchemathesis((line) => console.log(`     ${line}`)), tally);
  process.exitCode = tally.finish() ? 0 : 1;
} catch (error) {
  if (!(error instanceof MissingTool)) throw error;
  console.log(`NOT RUN ${error.message}\n0 passed, 0 failed, 1 skipped`);
}
