import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { BadConfiguration, environmentWith, readConfig } from '@waystory/infra/config.ts';
import { UnknownEngine } from '@waystory/infra/engine-servers/catalogue.ts';
import { MissingTool } from '@waystory/infra/engine-servers/tools.ts';
import { databaseUrl } from '@waystory/infra/postgres/database-url.ts';
import { keepPostgres } from '@waystory/infra/postgres/kept-postgres.ts';
import { NoEmbeddedPostgres } from '@waystory/infra/postgres/launcher.ts';
import { startCluster } from './cluster.ts';
import { startEngines } from './cluster-engines.ts';
import { stateOf, tableOf } from './process-state.ts';

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

  const postgres = config.DATABASE_URL ? null : await keepPostgres({ dataDir: join(config.DATA_DIR, 'postgres'), tell: say });
  const engines = await startEngines(process.argv.slice(2), config, say);
  const settings = { ...engines.settings, ...(postgres && { DATABASE_URL: databaseUrl(postgres.config) }) };
  const cluster = await startCluster(config, environmentWith(settings), say, stopping.signal);

  const where = `Waystory is at ${config.PUBLIC_ORIGIN}  (API: ${config.PUBLIC_ORIGIN}/api/docs)`;
  const settingsInUse = Object.entries(engines.settings).map(([name, value]) => `${name}=${forShell(value)}`);
  const head = settingsInUse.length > 0 ? `${where}\nOther commands work on it with ${settingsInUse.join(' ')}` : where;
  if (!stopping.signal.aborted) say(head);
  let shown = '';
  while (!stopping.signal.aborted) {
    const states = await Promise.all(cluster.processes.map(stateOf));
    const health = states.map(({ name, health: is, restarts }) => `${name} ${is} ${restarts}`).join();
    // A terminal gets a table that refreshes; a log gets one after each change.
    if (process.stdout.isTTY) say(`${clearScreen}${head}\nCtrl-C stops it.\n\n${tableOf(states)}`);
    else if (health !== shown) say(tableOf(states));
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
