import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { buildKey } from '@waystory/infra/engine-servers/provision.ts';
import { withLock } from '@waystory/infra/lock.ts';
import { type ScenarioName, scenarios } from './scenarios.ts';
import type { Phase } from './shapes.ts';

/** All clones share one installation. */
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
export function testOf(names: readonly ScenarioName[], phases: readonly Phase[], origin: string, stageFile: string): object {
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
