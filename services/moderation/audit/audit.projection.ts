import { streamId } from '@waystory/infra/commands/decider.ts';
import { historyPartOf, isObject } from '@waystory/infra/history/history.ts';
import { derivedId } from '@waystory/infra/identifier.ts';
import { isModerator } from '@waystory/infra/identity/principal.ts';
import { type AnyEventInContext, type AnyProjection, defineCollection } from '@waystory/infra/read-models/projection.ts';
import { accountEvents, userNameEvents } from '@waystory/proto/accounts/account.ts';
import { followEvents } from '@waystory/proto/accounts/follow.ts';
import { threadEvents } from '@waystory/proto/assistant/thread.ts';
import { creditEvents } from '@waystory/proto/billing/credit.ts';
import { orderEvents } from '@waystory/proto/billing/order.ts';
import { reconciliationEvents, stripeEventEvents } from '@waystory/proto/billing/stripe-event.ts';
import { countryEvents } from '@waystory/proto/itineraries/country.ts';
import { dayEvents } from '@waystory/proto/itineraries/day.ts';
import { itineraryEvents } from '@waystory/proto/itineraries/itinerary.ts';
import { placeEvents } from '@waystory/proto/itineraries/place.ts';
import { stopEvents } from '@waystory/proto/itineraries/stop.ts';
import { type EventVocabulary, handlerForEveryEvent, joinEvents } from '@waystory/proto/kit/event.ts';
import { eq } from '@waystory/proto/kit/filter.ts';
import { fileEvents } from '@waystory/proto/media/file.ts';
import { imageEvents } from '@waystory/proto/media/image.ts';
import { type AuditEntry, auditEntry, auditList } from '@waystory/proto/operations/audit.ts';
import { caseEvents } from '@waystory/proto/operations/case.ts';
import { jobEvents } from '@waystory/proto/operations/job.ts';
import { parkedEventEvents } from '@waystory/proto/operations/parked-event.ts';
import { projectionEvents } from '@waystory/proto/operations/projection.ts';
import { reportEvents } from '@waystory/proto/operations/report.ts';
import { collectionEvents } from '@waystory/proto/social/collection.ts';
import { postEvents } from '@waystory/proto/social/post.ts';
import { reactionEvents } from '@waystory/proto/social/reaction.ts';
import { saveEvents } from '@waystory/proto/social/save.ts';
import { worldEvents } from '@waystory/proto/world/world.ts';

/** Every event vocabulary of the product; a test checks that the list is complete. */
const vocabularies: readonly EventVocabulary[] = [
  accountEvents,
  caseEvents,
  collectionEvents,
  countryEvents,
  creditEvents,
  dayEvents,
  fileEvents,
  followEvents,
  imageEvents,
  itineraryEvents,
  jobEvents,
  orderEvents,
  parkedEventEvents,
  placeEvents,
  postEvents,
  projectionEvents,
  reactionEvents,
  reconciliationEvents,
  reportEvents,
  saveEvents,
  stopEvents,
  stripeEventEvents,
  threadEvents,
  userNameEvents,
  worldEvents,
];

export const auditedEvents: EventVocabulary = vocabularies.reduce((all, one) => joinEvents(all, one));

/** Category of streams with personal text in their names; the audit entry has the account as its subject instead. */
const personal = 'username';

function subjectOf({ type, stream, data }: AnyEventInContext): Pick<AuditEntry, 'subjectType' | 'subjectId'> {
  const part = historyPartOf(type, data);
  if (part) return { subjectType: part.type, subjectId: part.id };
  const subjectType = stream.slice(0, stream.indexOf('-'));
  if (subjectType === personal) return { subjectType: 'account', subjectId: String(data.accountId) };
  return { subjectType, subjectId: streamId(stream) };
}

/** Names of the fields that an event sets. Id fields outside `changes` are left out, because they mostly repeat the subject. */
const fieldsOf = (data: Readonly<Record<string, unknown>>): string[] =>
  Object.entries(data).flatMap(([name, value]) => {
    if (name === 'changes' && isObject(value)) return Object.keys(value);
    return /Id$/.test(name) ? [] : [name];
  });

/** Audit entry of an event; null for an event with neither a role nor a job. */
export function auditEntryOf(event: AnyEventInContext): AuditEntry | null {
  const { type, stream, version, at, actorId, role = null, jobId = null } = event;
  if (role === null && jobId === null) return null;
  const id = derivedId('audit', stream, String(version));
  return { id, at, actorId, role, action: type, ...subjectOf(event), jobId, fields: fieldsOf(event.data) };
}

export const auditEntries = defineCollection({
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
  // Others see no entries, because no entry has an empty id.
  visibleTo: (principal) => (isModerator(principal) ? null : eq('id', '')),
});

const record: AnyProjection['on'][string] = (event, { audit: entries }) => {
  const entry = auditEntryOf(event);
  if (entry) entries?.create(entry.id, { ...entry });
};

/** Audit entries: one per event of a person with a role or of a bulk job. */
export const auditProjection: AnyProjection = {
  name: 'audit',
  version: 1,
  collections: { audit: auditEntries },
  reads: auditedEvents,
  on: handlerForEveryEvent(auditedEvents, record),
};
