import { streamId } from '@waystory/infra/commands/decider.ts';
import { isObject, partOf } from '@waystory/infra/history/history.ts';
import { derivedId } from '@waystory/infra/identifier.ts';
import type { AnyEventInContext } from '@waystory/infra/read-models/projection.ts';
import type { AuditEntry } from '@waystory/proto/operations/audit.ts';

/** Its stream is named after a person's own words, so the account is what it is about. */
const personal = 'username';

function subjectOf({ type, stream, data }: AnyEventInContext): Pick<AuditEntry, 'subjectType' | 'subjectId'> {
  const part = partOf(type, data);
  if (part) return { subjectType: part.type, subjectId: part.id };
  const subjectType = stream.slice(0, stream.indexOf('-'));
  if (subjectType === personal) return { subjectType: 'account', subjectId: String(data.accountId) };
  return { subjectType, subjectId: streamId(stream) };
}

/** Names of what an event sets; ids say what it is about and are left out. */
const fieldsOf = (data: Readonly<Record<string, unknown>>): string[] =>
  Object.entries(data).flatMap(([name, value]) => {
    if (name === 'changes' && isObject(value)) return Object.keys(value);
    return /Id$/.test(name) ? [] : [name];
  });

/** The entry for an event; null when it was an ordinary one. */
export function auditEntryOf(event: AnyEventInContext): AuditEntry | null {
  const { type, stream, version, at, actorId, role = null, jobId = null } = event;
  if (role === null && jobId === null) return null;
  const id = derivedId('audit', stream, String(version));
  return { id, at, actorId, role, action: type, ...subjectOf(event), jobId, fields: fieldsOf(event.data) };
}
