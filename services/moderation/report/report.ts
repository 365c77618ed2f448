import type { EventContext, Stream } from '@waystory/infra/commands/decider.ts';
import { Rejected } from '@waystory/infra/errors.ts';
import { type Report, type ReportEvent, reportEvents, type reportRoutes } from '@waystory/proto/operations/report.ts';
import type { z } from 'zod';

export type ReportCommand =
  /** Whoever gives it has made sure that the reporter sees the thing. */
  | { type: 'FileReport'; reportId: string; accountId: string; report: z.output<typeof reportRoutes.fileReport.body> }
  | { type: 'PatchReport'; state: Report['state']; note: string | null | undefined; moderatorId: string | null }
  /** Its reporter is gone. */
  | { type: 'WithdrawReport' };

function decide(command: ReportCommand, report: Report | null): ReportEvent[] {
  switch (command.type) {
    case 'FileReport': {
      const { reportId, accountId } = command;
      const { reportableType, reportableId, reason, text = null } = command.report;
      if (reportableType === 'account' && reportableId === accountId) throw new Rejected('report/yourself');
      // Told again while it is open it is the same report; once it was closed it is news.
      if (report?.state === 'open') return [];
      return [{ type: 'ReportFiled', data: { reportId, accountId, reportableType, reportableId, reason, text } }];
    }
    case 'PatchReport':
      return patch(command, report);
    case 'WithdrawReport':
      return report ? [{ type: 'ReportWithdrawn', data: {} }] : [];
    default:
      return command satisfies never;
  }
}

const eventOf = { open: 'ReportReopened', resolved: 'ReportResolved', dismissed: 'ReportDismissed' } as const;

function patch({ state, note, moderatorId }: Extract<ReportCommand, { type: 'PatchReport' }>, report: Report | null): ReportEvent[] {
  if (!report) throw new Rejected('report/unknown');
  const written = note === undefined ? report.note : note;
  return state === report.state && written === report.note ? [] : [{ type: eventOf[state], data: { note: written, moderatorId } }];
}

/** A report after an event; also what the read model keeps. */
export function evolveReport(report: Report | null, event: ReportEvent & EventContext): Report | null {
  const { version, at } = event;
  const judged = (state: Report['state'], judgement: { note: string | null; moderatorId: string | null }): Report | null =>
    report && { ...report, state, ...judgement, version, updatedAt: at };
  switch (event.type) {
    case 'ReportFiled': {
      const { reportId: id, ...filed } = event.data;
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

/** One stream per reporter and thing. */
export const reportStream: Stream<ReportCommand, Report | null, ReportEvent> = {
  category: 'report',
  stateVersion: 1,
  events: reportEvents,
  decider: { initial: null, decide, evolve: evolveReport },
};
