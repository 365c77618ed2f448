import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { alertNames, alertRules, runbookFileOf, type TimeScale } from '@waystory/k8s/observability/alert-rules.ts';
import { Resources } from '../../harness/resources.ts';
import { openEnvironment } from '../environment/environment.ts';
import { until } from '../environment/progress.ts';
import type { DrillRun, Tally } from '../tally.ts';
import { type Cause, causes } from './causes.ts';
import { type AlertDrillContext, scrapeTargetsOf, startBackgroundLoad, startPrometheus } from './scene.ts';

const contexts = ['accounts', 'itineraries', 'media', 'moderation', 'social', 'web', 'billing', 'stripe', 'assistant', 'model'];
/**
 * Alert windows are a thirtieth and delays a tenth of those in production. The latency limit is 5 s, because two cores run nine processes and two
 * engines.
 */
const pace: TimeScale = { window: (seconds) => seconds / 30, delay: (seconds) => seconds / 10, limit: () => 5 };

const [calmMs, firesWithinMs, endsWithinMs] = [40_000, 180_000, 300_000];

/** Alerts that a slow machine may fire without an injected fault. They are tolerated beside a fault, not in the calm interval at the start. */
const ofSmallMachines: readonly string[] = ['BudgetBurnsFast', 'BudgetBurnsSlowly', 'PartsAreAway', 'RequestsAreSlow', 'ProcessBlocked'];

/** Name of a rule that never fires, for the negative control. */
const impossible = 'ItIsNotWhatItIs';

/** Causes every alert, or in the short form the quick ones. Each must fire, have a runbook that works, and end; no alert may fire without a cause. */
export async function alertsDrill({ short, tally }: DrillRun): Promise<void> {
  await using held = new Resources();
  const folder = held.folder('drill-alerts');
  const rules = `${alertRules(pace)}  - name: control\n    rules: [{ alert: ${impossible}, expr: vector(0) > 1 }]\n`;
  const prometheus = await startPrometheus(folder, rules);
  held.defer(prometheus.stop);
  await using cluster = await openEnvironment({ name: 'alerts', processes: 'many', on: ['kafka', 'mongodb'], contexts });
  await using books = await openEnvironment({ name: 'alerts-books', processes: 'one', contexts });
  const scene: AlertDrillContext = { cluster, books, prometheus, folder };
  prometheus.watch(scrapeTargetsOf(scene));
  books.resources.defer(startBackgroundLoad(cluster.as('traveller')));
  await tryAll(scene, short, tally);
}

async function tryAll(scene: AlertDrillContext, short: boolean, tally: Tally): Promise<void> {
  const { prometheus } = scene;
  const firing = async (): Promise<string[]> => [...new Set(await prometheus.firing())].toSorted();
  const isSeen = async (): Promise<boolean> => (await prometheus.query('up == 1')).length > 0;
  tally.record(await until(isSeen, endsWithinMs), 'all processes are seen');
  // Alerts may fire at first, because read models catch up after a start: two cores run nine processes and two engines.
  const isCalm = async (): Promise<boolean> => {
    for (const end = Date.now() + calmMs; Date.now() < end; await pause(1_000)) if ((await firing()).length > 0) return false;
    return true;
  };
  const isQuiet = await until(isCalm, endsWithinMs);
  tally.record(isQuiet, `${calmMs / 1_000} s without a cause: ${isQuiet ? 'nothing fires' : (await firing()).join(', ')}`);
  const isNoticed = !(await until(async () => (await firing()).includes(impossible), 10_000));
  tally.record(isNoticed, 'control: that a rule can never fire is noticed');
  const chosen = causes.filter(({ isQuick }) => isQuick || !short);
  for (const cause of chosen) await tryOne(scene, cause, firing, tally);
  const tried = new Set(chosen.flatMap(({ alerts }) => alerts));
  if (!short) tally.record(tried.size === alertNames.length, `${tried.size} of ${alertNames.length} alerts were seen`);
}

async function tryOne(scene: AlertDrillContext, cause: Cause, firing: () => Promise<string[]>, tally: Tally): Promise<void> {
  const begun = performance.now();
  const since = (): string => `${((performance.now() - begun) / 1_000).toFixed(0)} s`;
  const end = await cause.begin(scene);
  if (!end) return console.log(`NOT RUN  ${cause.what}: this machine does not allow it`);
  const { afterwards = [] } = cause;
  const heard = new Set<string>();
  const hear = async (): Promise<string[]> => {
    const now = await firing();
    for (const name of now) heard.add(name);
    return now;
  };
  try {
    const allAreHeard = async (): Promise<boolean> => {
      await hear();
      return cause.alerts.every((name) => heard.has(name));
    };
    const fired = await until(allAreHeard, firesWithinMs);
    const missing = cause.alerts.filter((name) => !heard.has(name));
    tally.record(fired, `${cause.what}: ${fired ? cause.alerts.join(', ') : `not heard of: ${missing.join(', ')}`} after ${since()}`);
    for (const alert of cause.alerts) await followRunbook(scene, alert, (command) => !afterwards.includes(command), tally);
  } finally {
    await end();
  }
  for (const alert of cause.alerts) await followRunbook(scene, alert, (command) => afterwards.includes(command), tally);
  const ended = await until(async () => (await hear()).length === 0, endsWithinMs);
  const stray = [...heard].filter((name) => !cause.alerts.includes(name) && !cause.follow?.includes(name) && !ofSmallMachines.includes(name));
  const rest = ended ? 'nothing fires any more' : `${(await firing()).join(', ')} did not end`;
  tally.record(
    ended && stray.length === 0,
    `${cause.what}, and over: ${rest} after ${since()}${stray.length > 0 ? `; without a cause: ${stray.join(', ')}` : ''}`,
  );
}

async function followRunbook(
  { cluster, books }: AlertDrillContext,
  alert: string,
  isTime: (command: string) => boolean,
  tally: Tally,
): Promise<void> {
  const commands = commandsOf(alert).filter(isTime);
  if (commands.length === 0) return;
  const isOfBooks = ['OrdersStandStill', 'AnotherAmountWasPaid', 'LedgerDoesNotAddUp'].includes(alert);
  const { env, origin, tokens, processOf } = isOfBooks ? books : cluster;
  const settings = {
    ...env,
    PATH: `${join(process.execPath, '..')}:${env.PATH}`,
    API: `${origin}/api`,
    METRICS: `http://127.0.0.1:${processOf('query').metricsPort}/metrics`,
    TOKEN: tokens.admin,
  };
  const ends = await Promise.all(commands.map((command) => runCommand(command, settings)));
  const failures = ends.flatMap(({ command, failure }) => (failure === null ? [] : [`${command}: ${failure}`]));
  tally.record(failures.length === 0, `${alert}: ${ends.length} pieces of its runbook run${failures.length > 0 ? `; ${failures.join('; ')}` : ''}`);
}

const root = fileURLToPath(new URL('../../../', import.meta.url));
const runbooks = new URL('../../../k8s/observability/runbooks/', import.meta.url);
const withinMs = 120_000;

function commandsOf(alert: string): string[] {
  const text = readFileSync(new URL(runbookFileOf(alert), runbooks), 'utf8');
  return Array.from(text.matchAll(/```sh\n([\s\S]*?)```/g), ([, lines = '']) => lines.trim());
}

export interface RunbookResult {
  command: string;
  output: string;
  failure: string | null;
}

/**
 * Runs a shell command of a runbook. An unknown command, a usage error, an unresolved host name or a timeout is a failure. Another exit code is not,
 * because checks report faults that way.
 */
export async function runCommand(command: string, env: Readonly<Record<string, string>>): Promise<RunbookResult> {
  const { promise, resolve } = Promise.withResolvers<RunbookResult>();
  execFile('bash', ['--norc', '-c', command], { cwd: root, env: { ...env }, timeout: withinMs, maxBuffer: 32 * 2 ** 20 }, (error, output, said) => {
    const isUnknown = /not found|Missing script|Usage:|SyntaxError|Could not resolve|unrecognized option/.test(said);
    resolve({ command, output, failure: error?.killed ? 'It did not end in time' : isUnknown ? said.trim().slice(0, 300) : null });
  });
  return promise;
}
