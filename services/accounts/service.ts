import { bulkActivities } from '@waystory/infra/bulk/bulk-activities.ts';
import { jobStartReactor } from '@waystory/infra/bulk/bulk-jobs.reactor.ts';
import { anyProjection, defineService } from '@waystory/infra/host/service.ts';
import { bindWorkflow } from '@waystory/infra/workflows/workflow.ts';
import { accountErrors, accountEvents, userNameEvents } from '@waystory/proto/accounts/account.ts';
import { followErrors, followEvents } from '@waystory/proto/accounts/follow.ts';
import { accountHistoryRoutes } from '@waystory/proto/operations/history.ts';
import { accountHistoryRoutesOn, routes as accountRoutes } from './account/account.routes.ts';
import { accountsProjection } from './account/accounts.projection.ts';
import { eraseCopiesActivities } from './account/erase-copies.activities.ts';
import { eraseCopiesWorkflow } from './account/erase-copies.workflow.ts';
import { erasePerson } from './account/erase-person.reactor.ts';
import { suspensionActivities } from './account/suspension.activities.ts';
import { endSuspensions } from './account/suspension.reactor.ts';
import { suspensionWorkflow } from './account/suspension.workflow.ts';
import { standingsProjection } from './admission/standings.projection.ts';
import { routes as bulkRoutes, targets } from './bulk/bulk.routes.ts';
import { accountsBulk } from './bulk/bulk.workflow.ts';
import { routes as followRoutes } from './follow/follow.routes.ts';
import { followsProjection } from './follow/follows.projection.ts';
import { unfollowWithAccount } from './follow/unfollow-with-account.reactor.ts';
import { routes as searchRoutes } from './search/search.routes.ts';

export const accountsService = defineService({
  name: 'accounts',
  streams: [accountEvents, userNameEvents, followEvents],
  routes: [accountRoutes, searchRoutes, followRoutes, bulkRoutes],
  projections: [anyProjection(accountsProjection), anyProjection(followsProjection), anyProjection(standingsProjection)],
  reactors: (services) => [
    erasePerson(services),
    unfollowWithAccount(services),
    endSuspensions(services),
    jobStartReactor('accounts', accountsBulk, services),
  ],
  workflows: (services) => [
    bindWorkflow(accountsBulk, bulkActivities(targets, services)),
    bindWorkflow(eraseCopiesWorkflow, eraseCopiesActivities(services)),
    bindWorkflow(suspensionWorkflow, suspensionActivities(services)),
  ],
  open: async ({ engines }) => ({ routes: [accountHistoryRoutesOn(engines.events)] }),
  openRoutes: [accountHistoryRoutes],
  errors: { ...accountErrors, ...followErrors },
});
