import { bulkWorkflow } from '@waystory/infra/bulk/bulk-workflow.ts';

/** Changes and deletes of itineraries, countries and places that are too many for a request. */
export const itinerariesBulk = bulkWorkflow('itineraries', import.meta.url);
