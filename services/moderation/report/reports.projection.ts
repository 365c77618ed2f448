import { streamId } from '@waystory/infra/commands/decider.ts';
import { isModerator } from '@waystory/infra/identity/principal.ts';
import { type DocsOf, defineCollection, defineProjection, type EventInContext } from '@waystory/infra/read-models/projection.ts';
import { eq } from '@waystory/proto/kit/filter.ts';
import { type ReportEvent, report, reportEvents, reportList } from '@waystory/proto/operations/report.ts';
import { evolveReport } from './report.ts';

export const reports = defineCollection({
  name: 'reports',
  doc: report,
  filterable: reportList.filterable,
  sortable: reportList.sortable,
  indexes: [
    { kind: 'ordered', on: ['state', 'createdAt'] },
    { kind: 'ordered', on: ['reportableId'] },
    { kind: 'ordered', on: ['accountId'] },
  ],
  visibleTo: (principal) => (isModerator(principal) ? null : eq('accountId', principal.accountId ?? '')),
});

const evolve = (event: EventInContext<typeof reportEvents, ReportEvent['type']>, docs: DocsOf<{ reports: typeof reports }>): void =>
  docs.reports.update(streamId(event.stream), (doc) => evolveReport(doc ?? null, event) ?? undefined);

export const reportsProjection = defineProjection({
  name: 'reports',
  version: 1,
  collections: { reports },
  reads: reportEvents,
  on: { ReportFiled: evolve, ReportReopened: evolve, ReportResolved: evolve, ReportDismissed: evolve, ReportWithdrawn: evolve },
});
