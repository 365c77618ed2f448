import type { Filter } from '@waystory/proto/kit/filter.ts';

/** Orders in the read model that are still to go on. A refund that was asked for has a run that sees to it. */
export const isUnsettled: Filter = { op: 'in', field: 'status', values: ['PENDING', 'PROCESSING', 'PAID'] };
