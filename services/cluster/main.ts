import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { BadConfiguration, type Config, environmentWith, readConfig } from '@waystory/infra/config.ts';
import { engineNamed, UnknownEngine } from '@waystory/infra/engine-servers/catalogue.ts';
import { type EngineServer, startEngine } from '@waystory/infra/engine-servers/engine-server.ts';
import { MissingTool } from '@waystory/infra/engine-servers/tools.ts';
import { databaseUrl } from '@waystory/infra/postgres/database-url.ts';
import { supervisePostgres } from '@waystory/infra/postgres/kept-postgres.ts';
import { NoEmbeddedPostgres } from '@waystory/infra/postgres/launcher.ts';
import { startCluster } from './cluster.ts';
import { processStateOf, processTableOf } from './process-state.ts';

/** Default engines of a cluster, unless others are given as arguments or configured. */
const usual = ['kafka', 'mongodb', 'elasticsearch', 'temporal', 'azurite'];
/** Name for a cluster on Postgres alone. */
const none = 'postgres';
/** Exponential backoff of restarts, first and longest pause, milliseconds. */
const [firstPauseMs, longestPauseMs] = [500, 30_000];

interface ClusterEngines {
  servers: ReadonlyMap<string, EngineServer>;
  /** Settings of the product that choose these engines. */
  settings: Readonly<Record<string, string>>;
  stop(): Promise<void>;
}

/**
 * Starts servers of the given engines on this machine, with their data beside the product's. Configured engines already run elsewhere.
 * @throws UnknownEngine, MissingTool.
 */
async function startEngines(named: readonly string[], config: Config, say: (line: string) => void): Promise<ClusterEngines> {
  const names = (named.length > 0 ? named : usual).filter((name) => name !== none);
  for (const name of names) engineNamed(name);
  const elsewhere: Readonly<Record<string, boolean>> = {
    kafka: config.BUS === 'kafka',
    mongodb: config.PROJECTIONS === 'mongodb',
    elasticsearch: config.SEARCH === 'elasticsearch',
    temporal: config.WORKFLOWS === 'temporal',
    azurite: config.BLOBS === 'azure',
  };
  const servers = new Map<string, EngineServer>();
  const stopping = new AbortController();

  /** Restarts a server on its port and data with backoff until it runs. */
  async function startAgain(name: string, how: string): Promise<void> {
    say(`${name} ended ${how}; it is started again`);
    for (let [wait, said] = [firstPauseMs, '']; !stopping.signal.aborted; wait = Math.min(wait * 2, longestPauseMs)) {
      await pause(wait, undefined, { signal: stopping.signal, ref: false }).catch(() => {});
      if (stopping.signal.aborted) return;
      try {
        await servers.get(name)?.restart();
        return say(`${name} is back`);
      } catch (error) {
        const why = error instanceof Error ? error.message : String(error);
        if (why !== said) say(`${why}; it is tried again`);
        said = why;
      }
    }
  }
  const stop = async (): Promise<void> => {
    stopping.abort();
    await stopAll(servers);
  };
  try {
    for (const name of names.filter((one) => !elsewhere[one])) {
      const onUnexpectedEnd = (how: string): void => void startAgain(name, how);
      const server = await startEngine(name, { dataDir: join(config.DATA_DIR, 'engines', name), usualPort: true, progress: say, onUnexpectedEnd });
      say(`${server.engine.title} ${server.engine.version} is ready on port ${server.port}`);
      servers.set(name, server);
    }
  } catch (error) {
    await stop();
    throw error;
  }
  return { servers, settings: Object.assign({}, ...[...servers.values()].map(({ settings }) => settings)), stop };
}

async function stopAll(servers: ReadonlyMap<string, EngineServer>): Promise<void> {
  await Promise.all([...servers.values()].map((server) => server.close()));
}

/** Refresh interval of the table, milliseconds. */
const tableEveryMs = 2_000;
const clearScreen = '\x1b[2J\x1b[H';

/** `npm run cluster -- [engine ...]`: runs the product as many processes on one machine behind one port. */
async function main(): Promise<void> {
  const config = readConfig();
  const say = (line: string): void => console.log(line);
  const stopping = new AbortController();
  process.once('SIGTERM', () => stopping.abort());
  process.once('SIGINT', () => stopping.abort());

  const postgres = config.DATABASE_URL ? null : await supervisePostgres({ dataDir: join(config.DATA_DIR, 'postgres'), tell: say });
  const engines = await startEngines(process.argv.slice(2), config, say);
  const settings = { ...engines.settings, ...(postgres && { DATABASE_URL: databaseUrl(postgres.config) }) };
  const cluster = await startCluster(config, environmentWith(settings), say, stopping.signal);

  const where = `Waystory is at ${config.PUBLIC_ORIGIN}  (API: ${config.PUBLIC_ORIGIN}/api/docs)`;
  const settingsInUse = Object.entries(engines.settings).map(([name, value]) => `${name}=${forShell(value)}`);
  const head = settingsInUse.length > 0 ? `${where}\nOther commands work on it with ${settingsInUse.join(' ')}` : where;
  if (!stopping.signal.aborted) say(head);
  let shown = '';
  while (!stopping.signal.aborted) {
    const states = await Promise.all(cluster.processes.map(processStateOf));
    const health = states.map(({ name, health: is, restarts }) => `${name} ${is} ${restarts}`).join();
    // A terminal gets a table that refreshes; a log gets one after each change.
    if (process.stdout.isTTY) say(`${clearScreen}${head}\nCtrl-C stops it.\n\n${processTableOf(states)}`);
    else if (health !== shown) say(processTableOf(states));
    shown = health;
    await pause(tableEveryMs, undefined, { signal: stopping.signal }).catch(() => {});
  }
  await cluster.stop();
  await engines.stop();
  await postgres?.stop();
}

/** Connection strings may hold characters that a shell would interpret. */
const forShell = (value: string): string => (/^[\w.:/@,=-]+$/.test(value) ? value : `'${value.replaceAll("'", "'\\''")}'`);

main().then(
  () => process.exit(0),
  (error: unknown) => {
    const expected = [BadConfiguration, UnknownEngine, MissingTool, NoEmbeddedPostgres].some((kind) => error instanceof kind);
    console.error(expected && error instanceof Error ? error.message : error);
    process.exit(1);
  },
);
