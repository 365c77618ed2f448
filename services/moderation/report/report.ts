import { type EventContext, entityVersion, type Stream } from '@waystory/infra/commands/decider.ts';
import { Rejected } from '@waystory/infra/errors.ts';
import { type Report, type ReportEvent, reportEvents, type reportRoutes } from '@waystory/proto/operations/report.ts';
import type { z } from 'zod';

/** Author and itinerary of a reported target. */
export interface TargetOwnership {
  authorId: string;
  itineraryId: string | null;
}

/** `round` is the number of decisions on the target before the report. */
export type ReportCommand =
  /** Files a report. The route has checked that the reporter sees the target. */
  | {
      type: 'FileReport';
      reportId: string;
      accountId: string;
      report: z.output<typeof reportRoutes.fileReport.body>;
      of: TargetOwnership;
      round: number;
    }
  | { type: 'PatchReport'; state: Report['state']; note: string | null | undefined; moderatorId: string | null; round: number }
  /** Closes a report by decision `number` (from 1) on its target, unless the report belongs to a later round. */
  | { type: 'SettleReport'; number: number; state: 'resolved' | 'dismissed'; note: string | null; moderatorId: string }
  /** Withdrawal after the account of the reporter, or the reported account, is deleted. */
  | { type: 'WithdrawReport' };

function decide(command: ReportCommand, report: Report | null): ReportEvent[] {
  switch (command.type) {
    case 'FileReport': {
      const { reportId, accountId, of, round } = command;
      const { reportableType, reportableId, reason, text = null } = command.report;
      if (reportableType === 'account' && reportableId === accountId) throw new Rejected('report/yourself');
      // A repeated report changes nothing while it is open in the current round; otherwise it is filed again.
      if (report?.state === 'open' && report.round >= round) return [];
      return [{ type: 'ReportFiled', data: { reportId, accountId, reportableType, reportableId, reason, text, ...of, round } }];
    }
    case 'PatchReport':
      return patch(command, report);
    case 'SettleReport': {
      const { number, state, note, moderatorId } = command;
      return report?.state === 'open' && report.round < number ? [{ type: eventOf[state], data: { note, moderatorId } }] : [];
    }
    case 'WithdrawReport':
      return report ? [{ type: 'ReportWithdrawn', data: {} }] : [];
    default:
      return command satisfies never;
  }
}

const eventOf = { resolved: 'ReportResolved', dismissed: 'ReportDismissed' } as const;

function patch({ state, note, moderatorId, round }: Extract<ReportCommand, { type: 'PatchReport' }>, report: Report | null): ReportEvent[] {
  if (!report) throw new Rejected('report/unknown');
  const judgement = { note: note === undefined ? report.note : note, moderatorId };
  if (state === report.state && judgement.note === report.note) return [];
  if (state !== 'open') return [{ type: eventOf[state], data: judgement }];
  // A new note keeps the round of an open report.
  return [{ type: 'ReportReopened', data: { ...judgement, round: report.state === 'open' ? report.round : round } }];
}

/** State of a report, which the read model stores as well. */
export function evolveReport(report: Report | null, event: ReportEvent & EventContext): Report | null {
  const { version, at } = event;
  const judged = (state: Report['state'], judgement: Pick<Report, 'note' | 'moderatorId'> & { round?: number }): Report | null =>
    report && { ...report, state, ...judgement, version, updatedAt: at };
  switch (event.type) {
    case 'ReportFiled': {
      const { reportId: id, authorId: _, itineraryId: __, ...filed } = event.data;
      return { id, ...filed, state: 'open', note: null, moderatorId: null, version, createdAt: report?.createdAt ?? at, updatedAt: at };
    }
    case 'ReportReopened':
      return judged('open', event.data);
    case 'ReportResolved':
      return judged('resolved', event.data);
    case 'ReportDismissed':
      return judged('dismissed', event.data);
    case 'ReportWithdrawn':
      return null;
    default:
      return event satisfies never;
  }
}

/** One stream per reporter and target. */
export const reportStream: Stream<ReportCommand, Report | null, ReportEvent> = {
  category: 'report',
  stateVersion: 2,
  events: reportEvents,
  decider: { initial: null, decide, evolve: evolveReport },
  versionOf: entityVersion,
};
