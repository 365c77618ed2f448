import type { Adapters } from '@waystory/infra/adapters.ts';
import { inMegabytes, type RestoreReport, restoreBackup } from '@waystory/infra/backup/restore-backup.ts';
import { type Config, oidcIssuer } from '@waystory/infra/config.ts';
import { z } from 'zod';
import { keyFrom, refusing } from './backup-command.ts';
import { buildReadModels } from './build-read-models.ts';
import { keptBlobs, keptTables, logWords } from './kept-state.ts';
import { Usage } from './on-engines.ts';
import { seldom } from './progress-lines.ts';

const instant = z.iso.datetime({ offset: true });

/** @throws Usage */
export function momentIn(text: string | undefined): Date | undefined {
  if (text === undefined) return undefined;
  if (!instant.safeParse(text).success) throw new Usage(`--until: ${text} is no moment like 2026-11-28T14:30:00Z or 2026-11-28T15:30:00+01:00`);
  return new Date(text);
}

/** `npm run db -- restore DIR`: restores a backup into empty engines and builds read models, so that the product can start at once. */
export async function restore(engines: Adapters, config: Config, folder: string, until: Date | undefined): Promise<number> {
  const { pool, blobs } = engines;
  if (!pool || config.EVENT_STORE !== 'postgres') throw new Usage('A backup can be restored into a Postgres event store only');
  const target = { pool, blobs, blobPrefix: keptBlobs, tables: keptTables, derived: () => derivedIn(engines) };
  const report = await refusing(() => restoreBackup({ folder, key: keyFrom(config), target, words: logWords, until, tell: seldom(console.log) }));
  for (const line of closingLines(report, oidcIssuer(config), until)) console.log(line);
  await buildHere(engines, config);
  return 0;
}

/** Existing read models, indexes and topics, which follow from another or a longer log. */
async function derivedIn({ projections, search, bus }: Adapters): Promise<string[]> {
  const [models, indexes, heads] = await Promise.all([projections.activeVersions(), search.activeBuilds(), bus.heads()]);
  return [
    ...Object.keys(models).map((name) => `the read model ${name}`),
    ...Object.keys(indexes).map((name) => `the index ${name}`),
    ...(Object.values(heads).some((head) => head > 0) ? ['a bus with events'] : []),
  ];
}

async function buildHere(engines: Adapters, { BUS }: Pick<Config, 'BUS'>): Promise<void> {
  // The relay of the product must fill the topics first.
  if (BUS !== 'postgres') return console.log('Read models are built when the product starts');
  const began = performance.now();
  console.log('Read models are being built; broken off here, the product does it when it starts');
  await buildReadModels(engines);
  console.log(`Read models are there after ${((performance.now() - began) / 1_000).toFixed(1)} s. The product may start`);
}

function closingLines(
  { events, erasures, blobs, bytes, seconds, lastAt, asOf, issuer }: RestoreReport,
  ours: string,
  until: Date | undefined,
): string[] {
  return [
    `${events} events, ${blobs} blobs, ${inMegabytes(bytes)} MB, ${seconds.toFixed(1)} s; the backup has what was acknowledged before ${asOf}`,
    ...(until ? [`The log is that of ${until.toISOString()}: its last event is of ${lastAt}`] : []),
    ...(until ? [`Not of that time, but as they were last: who can sign in, pictures that are left, what Stripe knows`] : []),
    ...(erasures > 0 ? [`${erasures} accounts that were deleted later are deleted here too`] : []),
    'What was under way goes on when the product starts. Everybody signs in again',
    ...(issuer === ours
      ? []
      : [
          `Accounts belong to who signed in at ${issuer}, and here that is ${ours}: set PUBLIC_ORIGIN or OIDC_ISSUER as it was, or nobody finds their account`,
        ]),
  ];
}
