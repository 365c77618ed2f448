import { bulkWorkflow } from '@waystory/infra/bulk/bulk-workflow.ts';

/** Changes and deletes accounts and follows beyond the limit of one request. */
export const accountsBulk = bulkWorkflow('accounts', import.meta.url);
