import { z } from 'zod';
import type { ErrorCatalogue } from '../kit/error.ts';
import { defineEvents, type EventOf } from '../kit/event.ts';
import { id, instant, line } from '../kit/field.ts';
import type { ListSpec } from '../kit/list.ts';
import { defineRoutes, route } from '../kit/route.ts';
import { reportableType, reportReason } from './report.ts';

/** Outcome of a case: a moderator's action, or a dismissal. */
export const caseOutcome = z.enum(['hidden', 'restored', 'suspended', 'deleted', 'dismissed']);
export type CaseOutcome = z.output<typeof caseOutcome>;

/** Duration of an assignment, minutes, unless it is renewed. */
export const assignmentMinutes = 15;

const thing = { reportableType, reportableId: id };
const note = line(1_000, 'Say why');
const decided = { outcome: caseOutcome, note: note.nullable(), moderatorId: id };

/** Events of a case, one stream per reported target. `number` counts its decisions from 1. */
export const caseEvents = defineEvents({
  CaseAssigned: z.object({ ...thing, moderatorId: id, until: instant }),
  CaseReleased: z.object({}),
  CaseDecided: z.object({ ...thing, number: z.int(), ...decided }),
  CaseDeleted: z.object({}),
});
export type CaseEvent = EventOf<typeof caseEvents>;

export const caseErrors = {
  'case/unknown': 'There is no such case.',
  'case/taken': 'Another moderator is at this case.',
  'case/not-yours': 'Only the moderator who is at a case, or an administrator, gives it back.',
  'case/note-missing': 'Say why.',
} as const satisfies ErrorCatalogue;

export const caseState = z.enum(['open', 'closed']);

const count = z.int();
const byReason = z.object({ spam: count, offensive: count, dangerous: count, copyright: count, other: count });

/** All reports of one target. Open reports were filed after the last decision. */
export const reportedCase = z.object({
  id,
  ...thing,
  authorId: id.nullable().describe('Account whose thing it is'),
  itineraryId: id.nullable().describe('The story that it is, or belongs to'),
  state: caseState,
  reportsCount: count.describe('Reports there are, closed ones too'),
  reportsByReason: byReason,
  openReportsCount: count,
  openReportsByReason: byReason,
  openReasons: z.array(reportReason).describe('Of what is open'),
  firstReportedAt: instant.nullable().describe('Since the last decision'),
  lastReportedAt: instant.nullable(),
  assigneeId: id.nullable().describe('The moderator who is at it, until `assignedUntil`'),
  assignedUntil: instant.nullable(),
  decisionsCount: count,
  outcome: caseOutcome.nullable().describe('Of the last decision, as `note`, `moderatorId` and `decidedAt`'),
  note: note.nullable(),
  moderatorId: id.nullable(),
  decidedAt: instant.nullable(),
  version: z.int().min(0).describe('Of what moderators did with it, 0 when nobody did anything; also sent as ETag'),
});
export type ReportedCase = z.output<typeof reportedCase>;

export const caseList = {
  entity: 'Case',
  filterable: {
    id: 'id',
    reportableType: 'text',
    reportableId: 'id',
    authorId: 'id',
    itineraryId: 'id',
    state: 'text',
    openReasons: 'set',
    reportsCount: 'number',
    openReportsCount: 'number',
    firstReportedAt: 'time',
    lastReportedAt: 'time',
    assigneeId: 'id',
    assignedUntil: 'time',
    decisionsCount: 'number',
    outcome: 'text',
    moderatorId: 'id',
    decidedAt: 'time',
  },
  forms: { reportableType, state: caseState, openReasons: reportReason, outcome: caseOutcome },
  sortable: ['openReportsCount', 'reportsCount', 'firstReportedAt', 'lastReportedAt', 'decidedAt'],
  // Closed cases have no open reports, so open cases are listed first.
  defaultSort: 'openReportsCount DESC, firstReportedAt ASC',
} as const satisfies ListSpec;

const params = z.object({ id });

export const caseRoutes = defineRoutes({
  listCases: route.list(
    '/cases',
    'What was reported, a case for each thing: most open reports first, then oldest',
    'reports.read',
    caseList,
    reportedCase,
  ),
  getCase: route.get('/cases/:id', 'One case', 'reports.read', { params, reply: reportedCase, errors: ['case/unknown'] }),
  assignCase: route.put('/cases/:id/assignment', `Be at a case for ${assignmentMinutes} minutes, or for as long again`, 'reports.write', {
    params,
    reply: reportedCase,
    errors: ['case/unknown', 'case/taken'],
  }),
  releaseCase: route.delete('/cases/:id/assignment', 'Give a case back undecided', 'reports.write', {
    params,
    errors: ['case/unknown', 'case/not-yours'],
  }),
  decideCase: route.post(
    '/cases/:id/decision',
    'Say what was done with the thing, which closes its open reports. Only `restored` needs no note',
    'reports.write',
    {
      params,
      body: z.object({ outcome: caseOutcome, note: note.nullable().optional() }),
      reply: reportedCase,
      statuses: [200],
      errors: ['case/unknown', 'case/taken', 'case/note-missing'],
    },
  ),
});
