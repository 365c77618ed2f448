import { createReadStream, createWriteStream } from 'node:fs';
import type { Adapters } from '@waystory/infra/adapters.ts';
import { BadArchiveLine, exportLog, importLog, LogNotEmpty } from '@waystory/infra/archive/archive.ts';
import type { Config } from '@waystory/infra/config.ts';
import { createLog } from '@waystory/infra/log.ts';
import { chooseIdentity } from '../identity.ts';
import { onEngines, Usage } from './on-engines.ts';

const usage = 'Usage: npm run db -- migrate | export FILE | import FILE    (NDJSON, one event a line)';

/** `npm run db`: makes what the engines lack, moves the event log out of a database and into an empty one; read models are built anew from it. */
await onEngines(async (engines, config) => {
  const { pool } = engines;
  const [action, file] = process.argv.slice(2);
  if (action === 'migrate') return migrate(engines, config);
  if (!file || (action !== 'export' && action !== 'import')) throw new Usage(usage);
  if (action === 'export') {
    console.log(`${await exportLog(engines, createWriteStream(file))} events written to ${file}`);
    return 0;
  }
  if (!pool || config.EVENT_STORE !== 'postgres') throw new Usage('Events can be read into a Postgres event store only');
  try {
    console.log(`${await importLog(pool, createReadStream(file))} events read from ${file}`);
    return 0;
  } catch (error) {
    if (error instanceof LogNotEmpty || error instanceof BadArchiveLine) throw new Usage(error.message);
    throw error;
  }
});

/** Everything brings its own tables and topics up to date when it is first used; this uses all of it. */
async function migrate(engines: Adapters, config: Config): Promise<number> {
  const { events, personalKeys, bus, projections, parked, search } = engines;
  await Promise.all([
    events.head(),
    personalKeys.read([]),
    bus.heads(),
    projections.activeVersions(),
    parked.list({ limit: 1 }),
    search.activeBuilds(),
  ]);
  await chooseIdentity(config, engines, createLog(config.LOG_LEVEL));
  console.log('The engines are up to date');
  return 0;
}
