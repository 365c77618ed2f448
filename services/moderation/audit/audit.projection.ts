import { isModerator } from '@waystory/infra/identity/principal.ts';
import { type AnyProjection, defineCollection } from '@waystory/infra/read-models/projection.ts';
import { eq } from '@waystory/proto/kit/filter.ts';
import { auditEntry, auditList } from '@waystory/proto/operations/audit.ts';
import { auditEntryOf } from './audit-entry.ts';
import { auditedEvents } from './audited-events.ts';

export const audit = defineCollection({
  name: 'audit',
  doc: auditEntry,
  filterable: auditList.filterable,
  sortable: auditList.sortable,
  indexes: [
    { kind: 'ordered', on: ['-at'] },
    { kind: 'ordered', on: ['actorId', '-at'] },
    { kind: 'ordered', on: ['subjectId', '-at'] },
    { kind: 'ordered', on: ['jobId', '-at'] },
  ],
  // Acts of ordinary users leave no entry, so they have none to see.
  visibleTo: (principal) => (isModerator(principal) ? null : eq('id', '')),
});

const record: AnyProjection['on'][string] = (event, { audit: entries }) => {
  const entry = auditEntryOf(event);
  if (entry) entries?.create(entry.id, { ...entry });
};

/** Acts of people with a role and of bulk jobs, one entry per event. */
export const auditProjection: AnyProjection = {
  name: 'audit',
  version: 1,
  collections: { audit },
  reads: auditedEvents,
  on: Object.fromEntries(Object.keys(auditedEvents.schemas).map((type) => [type, record])),
};
