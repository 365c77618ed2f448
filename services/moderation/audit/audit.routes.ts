import { orThrow } from '@waystory/infra/errors.ts';
import { bindRoutes } from '@waystory/infra/http/route-handler.ts';
import { auditRoutes } from '@waystory/proto/operations/audit.ts';
import { auditEntries } from './audit.projection.ts';

export const routes = bindRoutes(auditRoutes, {
  listAudit: async ({ query }, { reads }) => ({ body: await reads.list(auditEntries, query) }),
  getAuditEntry: async ({ params }, { reads }) => ({ body: orThrow(await reads.one(auditEntries, params.id), 'audit/unknown') }),
});
