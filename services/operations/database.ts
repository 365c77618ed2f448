import { createReadStream, createWriteStream } from 'node:fs';
import { parseArgs } from 'node:util';
import type { Adapters } from '@waystory/infra/adapters.ts';
import { BadArchiveLine, exportLog, importLog, LogNotEmpty } from '@waystory/infra/archive/archive.ts';
import type { Config } from '@waystory/infra/config.ts';
import { createLog } from '@waystory/infra/log.ts';
import { chooseIdentityProvider } from '../identity.ts';
import { backup, backupKeyFrom, parseUntil, requireRunningProduct, restore } from './backup-command.ts';
import { runOnEngines, UsageError } from './on-engines.ts';

const usage = `Usage: npm run db -- migrate
       npm run db -- backup DIR [--follow] [--accept-gone]    (sealed with BACKUP_KEY; a second time only what is new)
       npm run db -- restore DIR [--until TIME]               (into empty engines)
       npm run db -- export FILE | import FILE                (the log alone: NDJSON, one event a line)`;

interface Asked {
  action: string | undefined;
  path: string;
  follow: boolean;
  acceptGone: boolean;
  until: Date | undefined;
}

/** `npm run db`: migrates the engines, makes and restores backups, exports and imports the event log. */
await runOnEngines(
  async (engines, config) => {
    const { action, path: folder, until, ...how } = asked();
    switch (action) {
      case 'migrate':
        return migrate(engines, config);
      case 'backup':
        return backup(engines, config, { folder, ...how });
      case 'restore':
        return restore(engines, config, folder, until);
      case 'export':
        console.log(`${await exportLog(engines, createWriteStream(folder))} events written to ${folder}`);
        return 0;
      case 'import':
        return takeIn(engines, config, folder);
      default:
        throw new UsageError(usage);
    }
  },
  // Arguments are checked before any engine starts.
  (config) => {
    const { action, follow } = asked();
    if (action === 'backup' || action === 'restore') backupKeyFrom(config);
    if (follow) requireRunningProduct(config);
  },
);

/** Parsed arguments. @throws UsageError */
function asked(): Asked {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { follow: { type: 'boolean' }, 'accept-gone': { type: 'boolean' }, until: { type: 'string' } },
    });
    const [action, path = '', ...more] = positionals;
    if (more.length > 0 || (path === '') !== (action === 'migrate')) throw new UsageError(usage);
    return { action, path, follow: values.follow ?? false, acceptGone: values['accept-gone'] ?? false, until: parseUntil(values.until) };
  } catch (error) {
    throw error instanceof UsageError ? error : new UsageError(usage);
  }
}

async function takeIn({ pool }: Adapters, config: Config, file: string): Promise<number> {
  if (!pool || config.EVENT_STORE !== 'postgres') throw new UsageError('Events can be read into a Postgres event store only');
  try {
    console.log(`${await importLog(pool, createReadStream(file))} events read from ${file}`);
    return 0;
  } catch (error) {
    if (error instanceof LogNotEmpty || error instanceof BadArchiveLine) throw new UsageError(error.message);
    throw error;
  }
}

/** Calls every engine once, because each engine migrates itself at first use. */
async function migrate(engines: Adapters, config: Config): Promise<number> {
  const { events, personalKeys, bus, projections, deadLetters, search } = engines;
  await Promise.all([
    events.head(),
    personalKeys.read([]),
    bus.heads(),
    projections.activeVersions(),
    deadLetters.list({ limit: 1 }),
    search.activeBuilds(),
  ]);
  await chooseIdentityProvider(config, engines, createLog(config.LOG_LEVEL));
  console.log('The engines are up to date');
  return 0;
}
