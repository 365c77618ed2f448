import { bindBulk } from '@waystory/infra/bulk/bulk-routes.ts';
import { accountBulkRoutes } from '@waystory/proto/accounts/bulk.ts';
import { accountTarget, followTarget } from './bulk-targets.ts';

export const routes = bindBulk(accountBulkRoutes, 'accounts', { Accounts: accountTarget, Follows: followTarget });
