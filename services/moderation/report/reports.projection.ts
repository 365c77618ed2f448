import { isModerator } from '@waystory/infra/identity/principal.ts';
import { defineCollection } from '@waystory/infra/read-models/projection.ts';
import { eq } from '@waystory/proto/kit/filter.ts';
import { report, reportList } from '@waystory/proto/operations/report.ts';

/** Reports as moderators see them; kept together with their cases, in `case/cases.projection.ts`. */
export const reports = defineCollection({
  name: 'reports',
  doc: report,
  filterable: reportList.filterable,
  sortable: reportList.sortable,
  indexes: [
    { kind: 'ordered', on: ['state', 'createdAt'] },
    // Of one thing there may be very many, which are walked in the order of their ids when a decision closes them.
    { kind: 'ordered', on: ['reportableId', 'state'] },
    { kind: 'ordered', on: ['reportableId', 'createdAt'] },
    { kind: 'ordered', on: ['accountId'] },
  ],
  visibleTo: (principal) => (isModerator(principal) ? null : eq('accountId', principal.accountId ?? '')),
});
