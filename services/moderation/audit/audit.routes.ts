import { found } from '@waystory/infra/kit/answers.ts';
import { bind } from '@waystory/infra/kit/route-handler.ts';
import { auditRoutes } from '@waystory/proto/operations/audit.ts';
import { audit } from './audit.projection.ts';

export const routes = bind(auditRoutes, {
  listAudit: async ({ query }, { reads }) => ({ body: await reads.list(audit, query) }),
  getAuditEntry: async ({ params }, { reads }) => ({ body: found(await reads.one(audit, params.id), 'audit/unknown') }),
});
