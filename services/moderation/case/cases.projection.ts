import { streamId } from '@waystory/infra/commands/decider.ts';
import { isModerator } from '@waystory/infra/identity/principal.ts';
import { type DocsOf, defineCollection, defineProjection, type EventInContext } from '@waystory/infra/read-models/projection.ts';
import { handlerForEveryEvent, joinEvents } from '@waystory/proto/kit/event.ts';
import { eq } from '@waystory/proto/kit/filter.ts';
import { type CaseEvent, caseEvents, caseList, type ReportedCase, reportedCase } from '@waystory/proto/operations/case.ts';
import { type ReportEvent, reportEvents } from '@waystory/proto/operations/report.ts';
import { evolveReport } from '../report/report.ts';
import { reports } from '../report/reports.projection.ts';
import { caseIdOf, evolveCase } from './case.ts';
import { caseWithoutReports, withCaseState, withReport, withReportTime } from './case-counts.ts';

export const cases = defineCollection({
  name: 'cases',
  doc: reportedCase,
  filterable: caseList.filterable,
  sortable: caseList.sortable,
  indexes: [
    { kind: 'ordered', on: ['-openReportsCount', 'firstReportedAt'] },
    { kind: 'ordered', on: ['state', '-openReportsCount', 'firstReportedAt'] },
    { kind: 'ordered', on: ['state', 'firstReportedAt'] },
    { kind: 'ordered', on: ['state', '-lastReportedAt'] },
    { kind: 'ordered', on: ['-decidedAt'] },
    { kind: 'ordered', on: ['moderatorId', '-decidedAt'] },
    { kind: 'ordered', on: ['authorId', '-openReportsCount', 'firstReportedAt'] },
    { kind: 'ordered', on: ['reportableId'] },
    { kind: 'ordered', on: ['itineraryId'] },
    { kind: 'ordered', on: ['assigneeId'] },
  ],
  visibleTo: (principal) => (isModerator(principal) ? null : eq('id', '')),
});

const events = joinEvents(reportEvents, caseEvents);
const collections = { reports, cases };
type Documents = DocsOf<typeof collections>;
type InContext<E extends { type: string }> = EventInContext<typeof events, E['type']>;

function changeReport(event: InContext<ReportEvent>, { reports, cases }: Documents): void {
  const id = streamId(event.stream);
  const before = reports.get(id) ?? null;
  const after = evolveReport(before, event);
  reports.update(id, (doc) => evolveReport(doc ?? null, event) ?? undefined);
  const report = after ?? before;
  if (!report) return;
  cases.update(caseIdOf(report.reportableType, report.reportableId), (doc) => {
    const counted = withReport(authored(doc ?? caseWithoutReports(report), event), before, after);
    const isNews = after?.state === 'open' && (before?.state !== 'open' || before.round < after.round);
    return isNews ? withReportTime(counted, after, event.at) : counted;
  });
}

/** Takes author and itinerary of the target from an event. Events of schema 1 lack both, so the known values stay. */
const authored = (doc: ReportedCase, { type, data }: InContext<ReportEvent>): ReportedCase =>
  type === 'ReportFiled' ? { ...doc, authorId: data.authorId ?? doc.authorId, itineraryId: data.itineraryId ?? doc.itineraryId } : doc;

function changeCase(event: InContext<CaseEvent>, { cases }: Documents): void {
  // The first event of a case stream always holds the target.
  const thing = event.type === 'CaseAssigned' || event.type === 'CaseDecided' ? event.data : null;
  cases.update(streamId(event.stream), (known) => {
    const doc = known ?? (thing ? caseWithoutReports(thing) : undefined);
    return doc && withCaseState(doc, evolveCase(doc, event));
  });
}

/** Reports and cases share a projection, because the counts of a case depend on the previous state of each report. */
export const casesProjection = defineProjection({
  name: 'reports',
  version: 2,
  collections,
  reads: events,
  on: { ...handlerForEveryEvent(reportEvents, changeReport), ...handlerForEveryEvent(caseEvents, changeCase) },
});
