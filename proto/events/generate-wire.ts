import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createFileRegistry, fromBinary } from '@bufbuild/protobuf';
import { FileDescriptorSetSchema } from '@bufbuild/protobuf/wkt';
import { type EventSample, type GoldenSample, goldenSamplesOf } from './golden.ts';

/** Folder of `buf.yaml`. */
export const protoFolder = fileURLToPath(new URL('../', import.meta.url));

/** Descriptors of the last generated schema, which its successor must be able to read. */
const baseline = 'events/schema.binpb';
const golden = 'events/golden.json';

const packages = createRequire(import.meta.url);
const bufProgram = join(dirname(packages.resolve('@bufbuild/buf/package.json')), 'bin/buf');
const plugin = join(dirname(packages.resolve('@bufbuild/protoc-gen-es/package.json')), 'bin/protoc-gen-es');
const template = JSON.stringify({
  version: 'v2',
  plugins: [{ local: [process.execPath, plugin], out: 'events', opt: ['target=ts', 'import_extension=ts'] }],
});

/** Timeout of buf, milliseconds; it needs less than a second. */
const bufTimeLimit = 60_000;
const run = promisify(execFile);

/** Runs buf. @throws Error with buf's output. */
async function buf(folder: string, args: string[]): Promise<void> {
  try {
    await run(process.execPath, [bufProgram, ...args], { cwd: folder, timeout: bufTimeLimit });
  } catch (error) {
    const said = error instanceof Error && 'stdout' in error && 'stderr' in error ? `${error.stdout}${error.stderr}`.trim() : '';
    throw new Error(`buf ${args[0]}: ${said || error}`, { cause: error });
  }
}

/** Checks the `.proto` files against buf's rules, and against the last generated schema. @throws Error when stored events would become unreadable. */
export async function checkWire(folder: string): Promise<void> {
  await buf(folder, ['lint']);
  const before = join(folder, 'gen', baseline);
  if (!existsSync(before)) return;
  try {
    await buf(folder, ['breaking', '--against', before]);
  } catch (error) {
    const hint = `add a new field or message instead; what was never released is forgotten by restoring proto/gen/${baseline}`;
    throw new Error(`Events of before could not be read any more (${hint}).\n${error instanceof Error ? error.message : error}`, { cause: error });
  }
}

const parsed = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'));

function goldenText(folder: string, image: Uint8Array): string {
  const samplesFolder = join(folder, 'gen/samples');
  // as: only this script and `services/generate.ts` write these files, and tests check them
  const samples = readdirSync(samplesFolder).map((name) => parsed(join(samplesFolder, name)) as EventSample);
  const file = join(folder, 'gen', golden);
  const known = existsSync(file) ? (parsed(file) as Record<string, GoldenSample>) : {};
  const { files } = createFileRegistry(fromBinary(FileDescriptorSetSchema, image));
  return `${JSON.stringify(goldenSamplesOf(Array.from(files), samples, known), null, 2)}\n`;
}

/** Files generated from the `.proto` files and event samples: names in `gen/` and contents. */
async function derived(folder: string): Promise<Map<string, Uint8Array>> {
  const out = mkdtempSync(join(tmpdir(), 'waystory-wire-'));
  try {
    await buf(folder, ['generate', '--template', template, '--output', out]);
    await buf(folder, ['build', '--exclude-source-info', '--output', join(out, baseline)]);
    const files = readdirSync(join(out, 'events')).map((name): [string, Uint8Array] => [`events/${name}`, readFileSync(join(out, 'events', name))]);
    const image = readFileSync(join(out, baseline));
    return new Map([...files, [golden, Buffer.from(goldenText(folder, image))]]);
  } finally {
    rmSync(out, { recursive: true });
  }
}

/**
 * Updates generated code, baseline and golden samples; returns the names in `gen/` that were out of date. With `check` nothing is written.
 * Event samples must exist.
 * @throws Error when the schema violates buf's rules or the baseline; nothing is written then.
 */
export async function generateWire(check: boolean, folder = protoFolder): Promise<string[]> {
  await checkWire(folder);
  const files = await derived(folder);
  const target = (name: string): string => join(folder, 'gen', name);
  const outdated = Array.from(files).filter(([name, content]) => !existsSync(target(name)) || !readFileSync(target(name)).equals(content));
  mkdirSync(target('events'), { recursive: true });
  const left = readdirSync(target('events')).map((name) => `events/${name}`);
  const unfounded = left.filter((name) => !files.has(name));
  if (!check) {
    for (const [name, content] of outdated) writeFileSync(target(name), content);
    for (const name of unfounded) rmSync(target(name));
  }
  return [...outdated.map(([name]) => name), ...unfounded].toSorted();
}
