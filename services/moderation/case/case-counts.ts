import type { ReportedCase } from '@waystory/proto/operations/case.ts';
import { type Report, reportReason } from '@waystory/proto/operations/report.ts';
import { type CaseState, caseIdOf, initialCaseState } from './case.ts';

// Reports and decisions are separate streams, whose events arrive in any order, so every update here commutes.
// Counts change by differences, times are minima or maxima, and rounds only advance.

type Counts = ReportedCase['reportsByReason'];
const none: Counts = { spam: 0, offensive: 0, dangerous: 0, copyright: 0, other: 0 };

/** A case without reports. */
export const caseWithoutReports = ({ reportableType, reportableId }: Pick<ReportedCase, 'reportableType' | 'reportableId'>): ReportedCase => ({
  id: caseIdOf(reportableType, reportableId),
  reportableType,
  reportableId,
  authorId: null,
  itineraryId: null,
  state: 'closed',
  reportsCount: 0,
  reportsByReason: none,
  openReportsCount: 0,
  openReportsByReason: none,
  openReasons: [],
  firstReportedAt: null,
  lastReportedAt: null,
  ...initialCaseState,
});

/** Starts the round of the latest decision: reports of earlier rounds are no longer open, even before their own events arrive. */
const inRound = (doc: ReportedCase, round: number): ReportedCase =>
  round > doc.decisionsCount
    ? { ...doc, decisionsCount: round, state: 'closed', openReportsCount: 0, openReportsByReason: none, openReasons: [], firstReportedAt: null }
    : doc;

type Counted = Pick<Report, 'state' | 'reason' | 'round'>;

const changed = (counts: Counts, reason: Report['reason'], by: 1 | -1): Counts => ({ ...counts, [reason]: counts[reason] + by });

function add(before: ReportedCase, { state, reason, round }: Counted, by: 1 | -1): ReportedCase {
  const doc = { ...before, reportsCount: before.reportsCount + by, reportsByReason: changed(before.reportsByReason, reason, by) };
  if (state !== 'open') return doc;
  const current = inRound(doc, round);
  if (round < current.decisionsCount) return current;
  const openReportsCount = current.openReportsCount + by;
  const openReportsByReason = changed(current.openReportsByReason, reason, by);
  const openReasons = reportReason.options.filter((one) => openReportsByReason[one] > 0);
  return { ...current, openReportsCount, openReportsByReason, openReasons, state: openReportsCount > 0 ? 'open' : 'closed' };
}

/** Counts a change of one report; null stands for a report that does not exist. */
export function withReport(doc: ReportedCase, before: Counted | null, after: Counted | null): ReportedCase {
  const less = before ? add(doc, before, -1) : doc;
  return after ? add(less, after, 1) : less;
}

const least = (a: string | null, b: string): string => (a !== null && a < b ? a : b);
const greatest = (a: string | null, b: string): string => (a !== null && a > b ? a : b);

/** Records the time at which a report became open. @param at ISO 8601 UTC. */
export const withReportTime = (doc: ReportedCase, { round }: Counted, at: string): ReportedCase => ({
  ...doc,
  ...(round === doc.decisionsCount && { firstReportedAt: least(doc.firstReportedAt, at) }),
  lastReportedAt: greatest(doc.lastReportedAt, at),
});

/** Merges the state of the case stream into a case. */
export function withCaseState(doc: ReportedCase, work: CaseState): ReportedCase {
  const current = inRound(doc, work.decisionsCount);
  // A report of the next round may arrive before the decision that starts the round.
  return { ...current, ...work, decisionsCount: current.decisionsCount };
}
