import type { KeptTables } from '@waystory/infra/backup/kept-tables.ts';
import type { LogVocabulary } from '@waystory/infra/backup/restore-point.ts';
import { kept, picturesPrefixOf } from '../media/file/blob-names.ts';
import { oidcSteps } from '../sandbox/oidc/secrets.ts';
import { stripeSteps } from '../sandbox/stripe/schema.ts';

/**
 * Postgres tables in the backup beside the log: users, secrets and registered clients of the embedded identity provider, and data of the Stripe
 * sandbox. Sessions are left out, because a restored session may have ended after the backup; so all users sign in again.
 */
export const backedUpTables: readonly KeptTables[] = [
  {
    owner: 'oidc',
    steps: oidcSteps,
    tables: [
      { name: 'oidc_secrets', key: 'name' },
      { name: 'oidc_users', key: 'id' },
      { name: 'oidc_records', key: 'kind, id', where: "kind = 'Client'" },
    ],
  },
  {
    owner: 'stripe',
    steps: stripeSteps,
    tables: [
      { name: 'stripe_checkouts', key: 'number' },
      { name: 'stripe_objects', key: 'number' },
      { name: 'stripe_events', key: 'number' },
      { name: 'stripe_deliveries', key: 'number' },
      { name: 'stripe_requests', key: 'key' },
      { name: 'stripe_settings', key: 'name' },
    ],
  },
];

/** Blob prefix in the backup: finished pictures. Unfinished uploads must be repeated. */
export const backedUpBlobPrefix = kept;

export const backupVocabulary: LogVocabulary = {
  erasure: { type: 'AccountDeleted', owner: 'accountId' },
  blobsOf: ({ type, data }) => (type === 'FileUploaded' ? picturesPrefixOf(String(data.fileId)) : null),
};

/**
 * Every other table of Postgres, by name or prefix, with the reason why the backup does not copy it as a table. A test fails for a table without a
 * decision.
 */
export const omittedTables: Readonly<Record<string, string>> = {
  events: 'in the backup by its port, as the log',
  personal_keys: 'in the backup by their port',
  snapshots: 'taken anew of long streams',
  migrations: 'tells which tables there are here',
  parked_events: 'what cannot be handled is parked again when the log is read again',
  processes: 'tells what runs now',
  open_answers: 'answers of open services, which are asked again',
  stripe_secrets: 'keys of this installation for itself: another one makes its own',
  stripe_faults: 'bad days of drills',
  'projections.': 'read models, and how far consumers are: built anew from the log',
  'search.': 'made anew from the read models',
  'workflows.': 'runs that are under way are begun again by reactors, from the log; their steps bear it',
};
