import { isModerator } from '@waystory/infra/identity/principal.ts';
import { defineCollection } from '@waystory/infra/read-models/projection.ts';
import { eq } from '@waystory/proto/kit/filter.ts';
import { report, reportList } from '@waystory/proto/operations/report.ts';

/** Reports for moderators, written by `case/cases.projection.ts` together with their cases. */
export const reports = defineCollection({
  name: 'reports',
  doc: report,
  filterable: reportList.filterable,
  sortable: reportList.sortable,
  indexes: [
    { kind: 'ordered', on: ['state', 'createdAt'] },
    // A decision makes a reactor walk all open reports of the target in the order of ids; this index serves that query.
    { kind: 'ordered', on: ['reportableId', 'state'] },
    { kind: 'ordered', on: ['reportableId', 'createdAt'] },
    { kind: 'ordered', on: ['accountId'] },
  ],
  visibleTo: (principal) => (isModerator(principal) ? null : eq('accountId', principal.accountId ?? '')),
});
