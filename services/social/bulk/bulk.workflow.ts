import { bulkWorkflow } from '@waystory/infra/bulk/bulk-workflow.ts';

/** Changes and deletes of posts and reactions that are too many for a request. */
export const socialBulk = bulkWorkflow('social', import.meta.url);
