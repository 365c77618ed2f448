import { bulkWorkflow } from '@waystory/infra/bulk/bulk-workflow.ts';

/** Changes and deletes posts and reactions beyond the limit of one request. */
export const socialBulk = bulkWorkflow('social', import.meta.url);
