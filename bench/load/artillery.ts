import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { buildKey } from '@waystory/infra/engine-servers/provision.ts';
import { withLock } from '@waystory/infra/lock.ts';
import { type ScenarioName, scenarios } from './scenarios.ts';

/** Phase of an arrival process. */
interface Phase {
  name: string;
  /** Seconds. */
  duration: number;
  /** Arrivals a second. */
  arrivalRate: number;
  rampTo?: number;
}

export const shapeNames = ['steady', 'ramp', 'spike', 'soak'] as const;
export type ShapeName = (typeof shapeNames)[number];

/** Factor of the arrival rate during a spike, and its duration, seconds. */
const spike = { times: 5, seconds: 10 };
/** Shortest soak, seconds: leaks show after many minutes. */
const shortestSoak = 20 * 60;

/**
 * Phases of an open-loop load: visitors arrive whether or not earlier ones were answered. `steady` has one rate. `ramp` climbs to it from a tenth.
 * `spike` has five times the rate for ten seconds in the middle. `soak` lasts twenty minutes or more.
 * @param rate arrivals a second
 */
export function phasesOf(shape: ShapeName, rate: number, seconds: number): Phase[] {
  switch (shape) {
    case 'steady':
      return [{ name: 'steady', duration: seconds, arrivalRate: rate }];
    case 'soak':
      return [{ name: 'soak', duration: Math.max(seconds, shortestSoak), arrivalRate: rate }];
    case 'ramp':
      return [{ name: 'ramp', duration: seconds, arrivalRate: rate / 10, rampTo: rate }];
    case 'spike': {
      const around = Math.max(1, Math.round((seconds - spike.seconds) / 2));
      return [
        { name: 'before', duration: around, arrivalRate: rate },
        { name: 'spike', duration: spike.seconds, arrivalRate: rate * spike.times },
        { name: 'after', duration: around, arrivalRate: rate },
      ];
    }
    default:
      return shape satisfies never;
  }
}

/** Parses a duration such as `90`, `90s`, `2m` or `1h`. @returns seconds; null when it is malformed */
export function secondsIn(text: string): number | null {
  const [, number, unit = 's'] = /^(\d{1,6})([smh])?$/.exec(text) ?? [];
  const seconds = Number(number) * { s: 1, m: 60, h: 3_600 }[unit as 's' | 'm' | 'h'];
  return seconds > 0 ? seconds : null;
}

/** Installation folder, shared by all clones of the repository. */
const cache = join(homedir(), '.cache', 'waystory', 'load');
const sources = ['package.json', 'package-lock.json'].map((name) => join(import.meta.dirname, 'artillery', name));
const installWithinMs = 10 * 60_000;

/** Installs Artillery on first use: half a gigabyte that the product does not need. @returns its folder */
async function installed(): Promise<string> {
  const folder = join(cache, `artillery-${buildKey(sources)}`);
  if (existsSync(folder)) return folder;
  mkdirSync(cache, { recursive: true });
  const onWait = (): void => console.log('Another process installs Artillery, waiting');
  await withLock(join(cache, 'install.lock'), { onWait, work: () => install(folder) });
  return folder;
}

async function install(folder: string): Promise<void> {
  if (existsSync(folder)) return;
  // Renamed when complete, so that no process uses an incomplete installation.
  const draft = `${folder}.draft`;
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { recursive: true });
  for (const source of sources) copyFileSync(source, join(draft, source.split('/').at(-1) ?? ''));
  console.log('Artillery is installed, once on this machine ...');
  // One of its install scripts would download a browser.
  await promisify(execFile)('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: draft, timeout: installWithinMs });
  renameSync(draft, folder);
}

/** At a constant rate Artillery busy-waits and takes a core; a ramp from the rate to itself does not. */
const asRamp = (phase: Phase): Phase => (Number.isInteger(phase.arrivalRate) ? { rampTo: phase.arrivalRate, ...phase } : phase);

/** Artillery test script. */
export function artilleryTestOf(names: readonly ScenarioName[], phases: readonly Phase[], origin: string, stageFile: string): object {
  return {
    config: {
      target: origin,
      processor: join(import.meta.dirname, 'processor.mjs'),
      phases: phases.map(asRamp),
      variables: { stageFile },
    },
    scenarios: names.map((name) => ({ name, weight: scenarios[name].weight, flow: [{ function: name }] })),
  };
}

/** Runs a test script. @returns the path of its JSON report @throws Error without a report */
export async function runArtillery(test: object, folder: string, stopping: AbortSignal): Promise<string> {
  const program = join(await installed(), 'node_modules', 'artillery', 'bin', 'run');
  const [testFile, reportFile] = [join(folder, 'test.json'), join(folder, 'artillery.json')];
  writeFileSync(testFile, JSON.stringify(test, null, 2));
  const env = { PATH: `${join(process.execPath, '..')}:/usr/bin:/bin`, HOME: homedir(), ARTILLERY_DISABLE_TELEMETRY: 'true' };
  const child = spawn(process.execPath, [program, 'run', '--quiet', '--output', reportFile, testFile], { env, stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  child.stderr.on('data', (bytes: Buffer) => {
    said = `${said}${bytes.toString()}`.slice(-2_000);
  });
  stopping.addEventListener('abort', () => child.kill('SIGINT'));
  const [code] = await once(child, 'exit');
  if (!existsSync(reportFile)) throw new Error(`Artillery ended with ${code}: ${said}`);
  return reportFile;
}

// The image `load` installs Artillery when it is built.
if (import.meta.main) await installed();
