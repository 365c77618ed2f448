import { bindBulk } from '@waystory/infra/bulk/bulk-routes.ts';
import { socialBulkRoutes } from '@waystory/proto/social/bulk.ts';
import { postTarget, reactionTarget } from './bulk-targets.ts';

export const routes = bindBulk(socialBulkRoutes, 'social', { Posts: postTarget, Reactions: reactionTarget });
