import { bulkActivities } from '@waystory/infra/bulk/bulk-activities.ts';
import { jobStartReactor } from '@waystory/infra/bulk/bulk-jobs.reactor.ts';
import { anyProjection, defineService } from '@waystory/infra/host/service.ts';
import { bindWorkflow } from '@waystory/infra/workflows/workflow.ts';
import { postHistoryRoutes } from '@waystory/proto/operations/history.ts';
import { collectionErrors, collectionEvents, collectionRoutes } from '@waystory/proto/social/collection.ts';
import { postErrors, postEvents, postRoutes } from '@waystory/proto/social/post.ts';
import { reactionErrors, reactionEvents, reactionRoutes } from '@waystory/proto/social/reaction.ts';
import { saveErrors, saveEvents, saveRoutes } from '@waystory/proto/social/save.ts';
import { routes as bulkRoutes, targets } from './bulk/bulk.routes.ts';
import { socialBulk } from './bulk/bulk.workflow.ts';
import { bindCollectionRoutes } from './collection/collection.routes.ts';
import { collectionsProjection } from './collection/collections.projection.ts';
import { eraseCollections } from './collection/erase-collections.reactor.ts';
import { peopleProjection } from './people/people.projection.ts';
import { erasePosts } from './post/erase-posts.reactor.ts';
import { bindPostHistoryRoutes, bindPostRoutes, fileReader } from './post/post.routes.ts';
import { postsProjection } from './post/posts.projection.ts';
import { eraseReactions } from './reaction/erase-reactions.reactor.ts';
import { bindReactionRoutes } from './reaction/reaction.routes.ts';
import { reactionsProjection } from './reaction/reactions.projection.ts';
import { eraseSaves } from './save/erase-saves.reactor.ts';
import { bindSaveRoutes } from './save/save.routes.ts';
import { savesProjection } from './save/saves.projection.ts';
import { routes as searchRoutes } from './search/search.routes.ts';
import { targetReader } from './target/read-target.ts';
import { targetsProjection } from './target/targets.projection.ts';

export const socialService = defineService({
  name: 'social',
  streams: [postEvents, reactionEvents, saveEvents, collectionEvents],
  routes: [bulkRoutes, searchRoutes],
  projections: [
    anyProjection(targetsProjection),
    anyProjection(peopleProjection),
    anyProjection(postsProjection),
    anyProjection(reactionsProjection),
    anyProjection(savesProjection),
    anyProjection(collectionsProjection),
  ],
  reactors: (services) => [
    erasePosts(services),
    eraseReactions(services),
    eraseSaves(services),
    eraseCollections(services),
    jobStartReactor('social', socialBulk, services),
  ],
  workflows: (services) => [bindWorkflow(socialBulk, bulkActivities(targets, services))],
  open: async ({ engines }) => {
    const readTarget = targetReader(engines.events);
    return {
      routes: [
        bindPostRoutes(readTarget, fileReader(engines.events)),
        bindReactionRoutes(readTarget),
        bindSaveRoutes(readTarget),
        bindCollectionRoutes(readTarget),
        bindPostHistoryRoutes(engines.events),
      ],
    };
  },
  openRoutes: [postRoutes, reactionRoutes, saveRoutes, collectionRoutes, postHistoryRoutes],
  errors: { ...postErrors, ...reactionErrors, ...saveErrors, ...collectionErrors },
});
