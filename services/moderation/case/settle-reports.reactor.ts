import { streamId } from '@waystory/infra/commands/decider.ts';
import { Rejected } from '@waystory/infra/errors.ts';
import type { ReactorServices } from '@waystory/infra/host/service.ts';
import { derivedId } from '@waystory/infra/identifier.ts';
import { defineReactor, type Reactor } from '@waystory/infra/reactors/reactor.ts';
import { caseCause } from '@waystory/proto/kit/cause.ts';
import { joinEvents } from '@waystory/proto/kit/event.ts';
import { eq, type Filter } from '@waystory/proto/kit/filter.ts';
import { type CaseOutcome, caseEvents } from '@waystory/proto/operations/case.ts';
import { type Report, reportEvents } from '@waystory/proto/operations/report.ts';
import { reportStream } from '../report/report.ts';
import { reports } from '../report/reports.projection.ts';
import { caseIdOf, caseStream } from './case.ts';

const batch = 100;

interface Decision {
  caseId: string;
  number: number;
  outcome: CaseOutcome;
  note: string | null;
  moderatorId: string;
}

type Late = Pick<Report, 'id' | 'version' | 'round' | 'reportableType' | 'reportableId'>;

/** Closes all open reports of a case after a decision. Idempotent: a redelivered decision finds no open report. */
export const settleReports = ({ commands, reads }: ReactorServices): Reactor => {
  async function settle(open: readonly Pick<Report, 'id' | 'version'>[], decision: Decision, now: string): Promise<void> {
    const { caseId, number, outcome, note, moderatorId } = decision;
    const command = { type: 'SettleReport', number, state: outcome === 'dismissed' ? 'dismissed' : 'resolved', note, moderatorId } as const;
    const orders = open.map(({ id, version }) => {
      const commandId = derivedId('settle', caseId, String(number), id, String(version));
      return { id, command, context: { actorId: null, now, commandId, requestHash: commandId, cause: caseCause(caseId) } };
    });
    for (const settled of await commands.executeEach(reportStream, orders)) if (settled instanceof Rejected) throw settled;
  }

  /** Closes a report filed concurrently with a decision, because the walk over open reports may have missed it. */
  async function settleLate({ id, version, round, reportableType, reportableId }: Late, now: string): Promise<void> {
    const caseId = caseIdOf(reportableType, reportableId);
    const { decisionsCount: number, outcome, note, moderatorId } = (await commands.load(caseStream, caseId)).state;
    if (number > round && outcome && moderatorId) await settle([{ id, version }], { caseId, number, outcome, note, moderatorId }, now);
  }

  return defineReactor({
    name: 'settle-reports',
    reads: joinEvents(reportEvents, caseEvents),
    on: {
      CaseDecided: async ({ data, stream, at, position }) => {
        const before: Filter = { op: 'lt', field: 'round', value: data.number };
        const ofCase: Filter = { op: 'and', of: [eq('reportableId', data.reportableId), eq('state', 'open'), before] };
        for (let after: string | null = null; ; ) {
          const open: Report[] = await reads(position).walk(reports, ofCase, after, batch);
          await settle(open, { caseId: streamId(stream), ...data }, at);
          if (open.length < batch) return;
          after = open.at(-1)?.id ?? null;
        }
      },
      ReportFiled: async ({ data, stream, version, at }) => settleLate({ ...data, id: streamId(stream), version }, at),
      ReportReopened: async ({ stream, at }) => {
        const { state: report } = await commands.load(reportStream, streamId(stream));
        if (report) await settleLate(report, at);
      },
    },
  });
};
