import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { buildKey } from '@waystory/infra/engine-servers/provision.ts';
import { MissingTool } from '@waystory/infra/engine-servers/tools.ts';
import { withLock } from '@waystory/infra/lock.ts';
import { z } from 'zod';
import { type ResponseCountsByOperation, readAcceptances, sumAcceptances } from './refusals.ts';

const call = promisify(execFile);

/** All clones share one installation. */
const cache = join(homedir(), '.cache', 'waystory', 'fuzz');
const requirements = join(import.meta.dirname, 'requirements.txt');
const installWithinMs = 600_000;
const answerWithinMs = 30_000;
const usually = 'usually: apt-get install python3-venv, or brew install python';

/** @throws MissingTool without a fitting Python */
async function requirePython(): Promise<void> {
  const question = 'import sys, venv, ensurepip; print(sys.version_info >= (3, 10))';
  const said = await call('python3', ['-c', question], { timeout: answerWithinMs }).catch(() => null);
  if (said?.stdout.trim() !== 'True') throw new MissingTool('schemathesis', `Python 3.10 or later with venv (python3) is missing; ${usually}`);
}

/** The path of the fuzzer, installed from PyPI when it is not in the cache. */
export async function installSchemathesis(progress: (line: string) => void): Promise<string> {
  const folder = join(cache, buildKey([requirements]));
  const whole = join(folder, 'complete');
  const program = join(folder, 'bin', 'schemathesis');
  if (existsSync(whole)) return program;
  await requirePython();
  mkdirSync(cache, { recursive: true });
  const onWait = (): void => progress('schemathesis: another process is installing it, waiting');
  await withLock(join(cache, 'install.lock'), { onWait, work: () => install(folder, whole, progress) });
  return program;
}

async function install(folder: string, whole: string, progress: (line: string) => void): Promise<void> {
  if (existsSync(whole)) return;
  // A virtual environment cannot be moved, so an incomplete installation is deleted and repeated.
  rmSync(folder, { recursive: true, force: true });
  progress('schemathesis: installing, once on this machine ...');
  await call('python3', ['-m', 'venv', folder], { timeout: installWithinMs });
  const options = ['--quiet', '--disable-pip-version-check', '--no-input', '--no-deps', '-r', requirements];
  await call(join(folder, 'bin', 'python'), ['-m', 'pip', 'install', ...options], { timeout: installWithinMs });
  writeFileSync(whole, '');
}

const report = z.object({
  stop_reason: z.string(),
  operations: z.object({ selected: z.int(), tested: z.int(), errored: z.int() }),
  test_cases: z.object({ generated: z.int() }),
  failures: z.array(z.object({ title: z.string(), operations: z.array(z.string()) })),
});

interface FuzzResult {
  operations: number;
  cases: number;
  /** Failures as `METHOD path: title`. */
  found: string[];
  /** Reason why a run is incomplete; null otherwise. */
  incomplete: string | null;
  acceptances: ResponseCountsByOperation;
  details: string;
}

export interface FuzzOptions {
  program: string;
  folder: string;
  origin: string;
  configuration: string;
  phases: readonly string[];
  /** Requests for each operation in the phase `fuzzing`. */
  examples: number;
  nesting: boolean;
  seed: number;
}

const withinMs = 1_800_000;
const lineShown = 300;
const shown = 12_000;

const checks = [
  'not_a_server_error',
  'status_code_conformance',
  'content_type_conformance',
  'response_schema_conformance',
  'negative_data_rejection',
  'unsupported_method',
];

/** Sends valid and invalid requests drawn from the OpenAPI document, and checks every response. */
export async function fuzz(options: FuzzOptions): Promise<FuzzResult> {
  const { folder, origin, configuration, phases, nesting } = options;
  writeFileSync(join(folder, 'schemathesis.toml'), configuration);
  const document: unknown = await (await fetch(`${origin}/api/docs/json`)).json();
  const [boundaries, others] = [phases.filter((phase) => phase === 'coverage'), phases.filter((phase) => phase !== 'coverage')];
  const results: FuzzResult[] = [];
  if (boundaries.length > 0) results.push(await run('boundaries', withoutNesting(document), boundaries, options));
  if (others.length > 0) results.push(await run('others', nesting ? document : withoutNesting(document), others, options));
  return {
    operations: Math.max(...results.map(({ operations }) => operations)),
    cases: results.reduce((sum, { cases }) => sum + cases, 0),
    found: results.flatMap(({ found }) => found),
    incomplete: results.map(({ incomplete }) => incomplete).find((reason) => reason !== null) ?? null,
    acceptances: sumAcceptances(results.map(({ acceptances }) => acceptances)),
    details: results.map(({ details }) => details).join('\n'),
  };
}

async function run(name: string, document: unknown, phases: readonly string[], options: FuzzOptions): Promise<FuzzResult> {
  const { program, folder, origin, examples, seed } = options;
  const fileOf = (what: string): string => join(folder, `${name}-${what}`);
  const [schema, written, events] = [fileOf('openapi.json'), fileOf('report.json'), fileOf('events.ndjson')];
  writeFileSync(schema, JSON.stringify(document));
  const effort = ['--checks', checks.join(), '--phases', phases.join(), '-n', String(examples), '--seed', String(seed)];
  const reports = ['--report', 'json,ndjson', '--report-json-path', written, '--report-ndjson-path', events];
  const output = ['--suppress-health-check', 'all', '--continue-on-failure', '--no-shrink', ...reports];
  const args = ['--config-file', join(folder, 'schemathesis.toml'), 'run', schema, '--url', origin, ...effort, ...output];
  const child = spawn(program, args, {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: withinMs,
    env: { PATH: '/usr/bin:/bin', NO_COLOR: '1' },
  });
  // The fuzzer ends with this process.
  const end = (): void => void child.kill('SIGKILL');
  process.once('exit', end);
  const [said, complained, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  process.off('exit', end);
  if (code !== 0 && code !== 1) throw new Error(`The fuzzer ended with ${code}: ${shortened(complained || said)}`);
  return { ...resultOf(report.parse(JSON.parse(readFileSync(written, 'utf8'))), said), acceptances: await readAcceptances(events) };
}

function resultOf({ operations, test_cases, failures, stop_reason }: z.output<typeof report>, said: string): Omit<FuzzResult, 'acceptances'> {
  const found = failures.flatMap(({ title, operations: where }) => where.map((operation) => `${operation}: ${title}`));
  const { tested, selected, errored } = operations;
  const isWhole = stop_reason === 'completed' && errored === 0 && tested === selected && tested > 0;
  const incomplete = isWhole ? null : `${tested} of ${selected} operations tried, ${errored} with errors: ${stop_reason}`;
  const start = said.indexOf('= FAILURES =');
  return { operations: tested, cases: test_cases.generated, found, incomplete, details: shortened(start < 0 ? said : said.slice(start)) };
}

const shortened = (lines: string): string =>
  lines
    .split('\n')
    .map((line) => (line.length > lineShown ? `${line.slice(0, lineShown)} ...` : line))
    .join('\n')
    .slice(0, shown);

const parameter = z.looseObject({
  content: z.object({ 'application/json': z.object({ schema: z.looseObject({ properties: z.record(z.string(), z.unknown()) }) }) }).optional(),
});
const description = z.looseObject({
  paths: z.record(z.string(), z.record(z.string(), z.looseObject({ parameters: z.array(parameter).default([]) }))),
});

const combining = ['and', 'or', 'not'];

/** The document with filters of one level, because nested filters have hundreds of thousands of boundaries that find nothing new. */
function withoutNesting(document: unknown): unknown {
  const whole = description.parse(document);
  const parameters = Object.values(whole.paths).flatMap((operations) => Object.values(operations).flatMap((operation) => operation.parameters));
  for (const { content } of parameters) for (const name of combining) delete content?.['application/json'].schema.properties[name];
  return whole;
}
