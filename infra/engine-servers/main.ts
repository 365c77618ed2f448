import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { engineNamed, engines, UnknownEngine } from './catalogue.ts';
import { type EngineServer, startEngine } from './engine-server.ts';
import { installFolder } from './provision.ts';
import { EngineFailed } from './running-server.ts';
import { MissingTool, missingTools } from './tools.ts';

const usage = `Usage: npm run engines -- list
       npm run engines -- up ENGINE... [--data DIR | --data -]    (without DIR the data go with the servers; with - they stay in memory where that can be)
Engines: ${engines.map(({ name }) => name).join(', ')}`;

/** Invalid arguments; the message suffices. */
class Usage extends Error {}

/** A signal of the operating system requested the end. */
class Asked extends Error {}

/** Errors that a retry cannot fix; the exit code is 2. */
const refusals = [Usage, MissingTool, UnknownEngine];

/** `npm run engines`: servers of the distributed engines on this machine. */
try {
  const { positionals, values } = read();
  const [action, ...names] = positionals;
  if (action === 'list' && names.length === 0) list();
  else if (action === 'up' && names.length > 0) await up([...new Set(names)], values.data);
  else throw new Usage(usage);
} catch (error) {
  const expected = [...refusals, EngineFailed].some((kind) => error instanceof kind);
  console.error(expected && error instanceof Error ? error.message : error);
  process.exitCode = refusals.some((kind) => error instanceof kind) ? 2 : 1;
}

function read() {
  try {
    return parseArgs({ allowPositionals: true, options: { data: { type: 'string' } } });
  } catch {
    throw new Usage(usage);
  }
}

function list(): void {
  for (const engine of engines) {
    const folder = installFolder(engine);
    const state = existsSync(folder) ? [`provisioned in ${folder}`] : missingTools(engine.needs);
    console.log(`${engine.name}  ${engine.title} ${engine.version}  ${state.join('; ') || 'can be provisioned'}`);
  }
}

/** Starts engines one after the other, prints their settings, and runs until a signal or until a server ends. */
async function up(names: readonly string[], data: string | undefined): Promise<void> {
  const ending = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => ending.abort(new Asked()));
  for (const name of names) engineNamed(name);
  const servers: EngineServer[] = [];
  try {
    for (const name of names) {
      const server = await startEngine(name, {
        ...(data === '-' ? { inMemory: true } : data !== undefined && { dataDir: join(data, name) }),
        usualPort: true,
        progress: (line) => console.error(line),
        signal: ending.signal,
        onUnexpectedEnd: (how) => ending.abort(new EngineFailed(`${name} ended ${how}`)),
      });
      servers.push(server);
      console.error(`${server.engine.title} ${server.engine.version} is ready on port ${server.port} (pid ${server.pid}, log ${server.logFile})`);
    }
    for (const [setting, value] of servers.flatMap(({ settings }) => Object.entries(settings))) console.log(`${setting}=${quoted(value)}`);
    console.error('Ctrl-C ends them');
    await until(ending.signal);
    ending.signal.throwIfAborted();
  } catch (error) {
    const reason: unknown = ending.signal.aborted ? ending.signal.reason : error;
    if (!(reason instanceof Asked)) throw reason;
  } finally {
    await Promise.all(servers.map((server) => server.close()));
  }
}

/** Quotes a value for a shell or a settings file. */
function quoted(value: string): string {
  return /[;&?*]/.test(value) ? `'${value}'` : value;
}

/** Resolves when the signal is aborted, and keeps this process alive until then. */
async function until(signal: AbortSignal): Promise<void> {
  const awake = setInterval(() => {}, 2 ** 30);
  if (!signal.aborted) await once(signal, 'abort');
  clearInterval(awake);
}
