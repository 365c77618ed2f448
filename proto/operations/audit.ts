import { z } from 'zod';
import type { ErrorCatalogue } from '../kit/error.ts';
import { id, instant } from '../kit/field.ts';
import type { ListSpec } from '../kit/list.ts';
import { defineRoutes, route } from '../kit/route.ts';

/** An act of a moderator, an admin or a bulk job. It contains names of changed fields, never their content. */
export const auditEntry = z.object({
  id,
  at: instant,
  actorId: id.nullable().describe('Null is the product itself'),
  role: z.string().nullable(),
  action: z.string().describe('Type of the event'),
  subjectType: z.string(),
  subjectId: z.string(),
  jobId: id.nullable(),
  fields: z.array(z.string()).describe('Names of what was set'),
});
export type AuditEntry = z.output<typeof auditEntry>;

export const auditErrors = { 'audit/unknown': 'There is no such entry.' } as const satisfies ErrorCatalogue;

export const auditList = {
  entity: 'AuditEntry',
  filterable: { id: 'id', at: 'time', actorId: 'id', role: 'text', action: 'text', subjectType: 'text', subjectId: 'text', jobId: 'id' },
  forms: { role: z.enum(['moderator', 'admin']) },
  sortable: ['at'],
  defaultSort: 'at DESC',
} as const satisfies ListSpec;

const params = z.object({ id });

export const auditRoutes = defineRoutes({
  listAudit: route.list('/audit', 'What people with a role and bulk jobs did, newest first', 'audit.read', auditList, auditEntry),
  getAuditEntry: route.get('/audit/:id', 'One entry of the audit log', 'audit.read', { params, reply: auditEntry, errors: ['audit/unknown'] }),
});
