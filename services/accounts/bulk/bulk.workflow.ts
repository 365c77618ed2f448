import { bulkWorkflow } from '@waystory/infra/bulk/bulk-workflow.ts';

/** Changes and deletes of accounts and follows that are too many for a request. */
export const accountsBulk = bulkWorkflow('accounts', import.meta.url);
