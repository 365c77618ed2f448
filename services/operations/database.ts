import { createReadStream, createWriteStream } from 'node:fs';
import { BadArchiveLine, exportLog, importLog, LogNotEmpty } from '@waystory/infra/event-store/archive.ts';
import { onEngines, Usage } from './on-engines.ts';

const usage = 'Usage: npm run db -- export FILE | import FILE    (NDJSON, one event a line)';

/** `npm run db`: moves the event log out of a database and into an empty one; read models are built anew from it. */
await onEngines(async ({ events, pool }, config) => {
  const [action, file] = process.argv.slice(2);
  if (!file || (action !== 'export' && action !== 'import')) throw new Usage(usage);
  if (action === 'export') {
    console.log(`${await exportLog(events, createWriteStream(file))} events written to ${file}`);
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
