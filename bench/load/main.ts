import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { readConfig } from '@waystory/infra/config.ts';
import { artilleryTestOf, phasesOf, runArtillery, type ShapeName, secondsIn, shapeNames } from './artillery.ts';
import { reportPageOf } from './page.ts';
import { mostGeneratorDelayMs, readReport, reportLinesOf } from './report.ts';
import { type ScenarioName, scenarioNames, scenarios } from './scenarios.ts';
import { createLoadFixture, deleteLoadFixture, issueLoadTokens, type LoadTokens, loadFixture, people } from './stage.ts';

/** Number of accounts that write; fewer accounts would reach their limits. */
const travellers = 20;
const usage = `Usage: npm run load -- NAME [--rate N] [--for 2m] [--shape ${shapeNames.join(' | ')}] [--seed N] [--out FOLDER] [--target URL --mine [--people FILE]]
       npm run load -- list

NAME is a scenario, or mix for all of them by their weights. Visitors arrive --rate times a second, whether or not those before were answered.
Without --target it goes to the product that runs on this machine with the same settings; any other address needs --mine: that it is yours.
--people names a file of tokens, { "travellers": [...], "moderator": "...", "admin": "..." }, where people do not sign in at the product itself.`;

function stopWith(message: string): never {
  console.error(message);
  process.exit(2);
}

function readArguments() {
  const options = {
    rate: { type: 'string', default: '10' },
    for: { type: 'string', default: '1m' },
    shape: { type: 'string', default: 'steady' },
    seed: { type: 'string', default: '1' },
    out: { type: 'string' },
    target: { type: 'string' },
    mine: { type: 'boolean', default: false },
    people: { type: 'string' },
  } as const;
  try {
    return parseArgs({ allowPositionals: true, options });
  } catch (error) {
    return stopWith(`${error instanceof Error ? error.message : error}\n\n${usage}`);
  }
}

interface LoadPlan {
  names: readonly ScenarioName[];
  shape: ShapeName;
  rate: number;
  seconds: number;
  seed: number;
  origin: string;
  out: string;
  peopleFile: string | undefined;
}

const isLoopback = (address: string): boolean => ['localhost', '127.0.0.1', '[::1]'].includes(new URL(address).hostname);

function readPlan(): LoadPlan {
  const { values, positionals } = readArguments();
  const [name = ''] = positionals;
  const names = name === 'mix' ? scenarioNames : scenarioNames.filter((one) => one === name);
  const shape = shapeNames.find((one) => one === values.shape);
  const [rate, seconds, seed] = [Number(values.rate), secondsIn(values.for), Number(values.seed)];
  if (names.length === 0 || positionals.length > 1 || !shape || !(rate > 0 && rate <= 10_000) || seconds === null || !Number.isInteger(seed))
    stopWith(usage);
  const { PORT } = readConfig();
  const origin = values.target ?? `http://localhost:${PORT}`;
  if (!URL.canParse(origin)) stopWith(`${origin} is no address`);
  if (!isLoopback(origin) && !values.mine) stopWith(`${origin} is not this machine. Say --mine if it is yours and may be loaded.`);
  const out = values.out ?? join('bench', 'out', `load-${name}-${shape}`);
  return { names, shape, rate, seconds, seed, origin: new URL(origin).origin, out, peopleFile: values.people };
}

async function peopleOf({ peopleFile }: LoadPlan): Promise<LoadTokens> {
  if (peopleFile !== undefined) return people.parse(JSON.parse(readFileSync(peopleFile, 'utf8')));
  return issueLoadTokens(readConfig(), travellers);
}

async function load(plan: LoadPlan): Promise<boolean> {
  const { names, shape, rate, seconds, origin, out } = plan;
  const answer = await fetch(`${origin}/readyz`).catch(() => null);
  if (!answer?.ok) stopWith(`Nothing that is ready answers at ${origin}; start the product first`);
  const stopping = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopping.abort());
  const folder = mkdtempSync(join(tmpdir(), 'waystory-load-'));
  mkdirSync(out, { recursive: true });
  console.log(`Accounts, stories and comments are made at ${origin} ...`);
  const prepared = await createLoadFixture(origin, await peopleOf(plan), plan.seed);
  try {
    const stageFile = join(folder, 'stage.json');
    // Tokens are secrets.
    writeFileSync(stageFile, JSON.stringify(loadFixture.parse(prepared)), { mode: 0o600 });
    const phases = phasesOf(shape, rate, seconds);
    const length = phases.reduce((sum, { duration }) => sum + duration, 0);
    console.log(`${names.join(', ')}: ${rate} visitors a second, ${shape}, for ${length} s ...`);
    const report = readReport(await runArtillery(artilleryTestOf(names, phases, origin, stageFile), folder, stopping.signal));
    const title = `${names.length > 1 ? 'mix' : names[0]}: ${rate} visitors a second, ${shape}, ${length} s`;
    const lines = reportLinesOf(report);
    writeFileSync(join(out, 'report.txt'), `${title}\n${lines.join('\n')}\n`);
    writeFileSync(join(out, 'report.json'), JSON.stringify(report, null, 2));
    writeFileSync(join(out, 'report.html'), reportPageOf(title, report));
    console.log(`${lines.join('\n')}\n\nAs text, JSON and a page with plots in ${out}`);
    return report.judgements.every(({ held }) => held) && report.generatorDelay <= mostGeneratorDelayMs;
  } finally {
    const left = await deleteLoadFixture(prepared);
    console.log(left === 0 ? 'Whoever visited is gone, with all that they made.' : `${left} accounts could not be deleted`);
    rmSync(folder, { recursive: true, force: true });
  }
}

if (process.argv[2] === 'list') {
  for (const name of scenarioNames) console.log(`${name.padEnd(12)}${String(scenarios[name].weight).padStart(3)} %  ${scenarios[name].what}`);
  console.log(`${'mix'.padEnd(12)}100 %  all of them, as a day of the product looks`);
} else process.exitCode = (await load(readPlan())) ? 0 : 1;
