import { orThrow } from '@waystory/infra/errors.ts';
import { bindRoutes } from '@waystory/infra/http/route-handler.ts';
import { auditRoutes } from '@waystory/proto/operations/audit.ts';
import { audit } from './audit.projection.ts';

export const routes = bindRoutes(auditRoutes, {
  listAudit: async ({ query }, { reads }) => ({ body: await reads.list(audit, query) }),
  getAuditEntry: async ({ params }, { reads }) => ({ body: orThrow(await reads.one(audit, params.id), 'audit/unknown') }),
});
