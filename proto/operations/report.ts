import { z } from 'zod';
import type { ErrorCatalogue } from '../kit/error.ts';
import { defineEvents, type EventOf } from '../kit/event.ts';
import { id, instant, text, version } from '../kit/field.ts';
import type { ListSpec } from '../kit/list.ts';
import { defineRoutes, route } from '../kit/route.ts';

/** Types of reportable targets. */
export const reportableType = z.enum(['itinerary', 'stop', 'post', 'account']);
export type ReportableType = z.output<typeof reportableType>;

export const reportReason = z.enum(['spam', 'offensive', 'dangerous', 'copyright', 'other']);
export const reportState = z.enum(['open', 'resolved', 'dismissed']);

const filed = z.object({
  reportableType,
  reportableId: id,
  reason: reportReason,
  text: text(1_000).trim().nullable(),
});
const note = text(1_000).trim().nullable();
const judged = z.object({ note, moderatorId: id.nullable() });
/** Number of decisions on the target before the report. A decision covers the reports of earlier rounds. */
const round = z.int().describe('Decisions that there were on the thing when the report became open');

/**
 * Events of a report, one stream per reporter and target. Filing an ended report again reopens it. `accountId` is the reporter, `authorId` the author
 * of the target.
 */
export const reportEvents = defineEvents(
  {
    ReportFiled: filed.extend({ reportId: id, accountId: id, authorId: id.nullable(), itineraryId: id.nullable(), round }),
    ReportReopened: judged.extend({ round }),
    ReportResolved: judged,
    ReportDismissed: judged,
    ReportWithdrawn: z.object({}),
  },
  // Events of schema 1 contain no round.
  {
    ReportFiled: [(data) => ({ ...data, authorId: null, itineraryId: null, round: 0 })],
    ReportReopened: [(data) => ({ ...data, round: 0 })],
  },
);
export type ReportEvent = EventOf<typeof reportEvents>;

export const reportErrors = {
  'report/unknown': 'There is no such report.',
  'reportable/unknown': 'There is nothing like that to report.',
  'report/yourself': 'You cannot report your own account.',
} as const satisfies ErrorCatalogue;

/** A report to moderators, with its result. */
export const report = filed.extend({
  id,
  accountId: id.describe('Who reported it'),
  state: reportState,
  note: note.describe('What the moderator wrote'),
  moderatorId: id.nullable().describe('Who changed its state last'),
  round,
  version,
  createdAt: instant,
  updatedAt: instant,
});
export type Report = z.output<typeof report>;

/** A report for its reporter, without the number of decisions. */
const receipt = report.omit({ round: true });

export const reportList = {
  entity: 'Report',
  filterable: {
    id: 'id',
    accountId: 'id',
    reportableType: 'text',
    reportableId: 'id',
    reason: 'text',
    state: 'text',
    createdAt: 'time',
  },
  forms: { reportableType, reason: reportReason, state: reportState },
  sortable: ['createdAt', 'updatedAt'],
  defaultSort: 'createdAt ASC',
} as const satisfies ListSpec;

const params = z.object({ id });

export const reportRoutes = defineRoutes({
  fileReport: route.post('/reports', 'Tell moderators of something; told again while it is open, it is the same report', 'reports.create', {
    body: filed.partial({ text: true }),
    reply: receipt,
    errors: ['reportable/unknown', 'report/yourself'],
  }),
  listReports: route.list('/reports', 'What was reported, oldest first', 'reports.read', reportList, report),
  getReport: route.get('/reports/:id', 'One report', 'reports.read', { params, reply: report, errors: ['report/unknown'] }),
  patchReport: route.patch('/reports/:id', 'Resolve, dismiss or reopen a report', 'reports.write', {
    params,
    body: z.object({ state: reportState, note: note.optional() }),
    reply: report,
    errors: ['report/unknown'],
  }),
});
