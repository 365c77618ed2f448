import type { Log } from '@waystory/infra/log.ts';
import type { FastifyInstance } from 'fastify';
import { serveApi } from './api/api.ts';
import { apiRoutes } from './api/routes.ts';
import { serveControl } from './control/control.routes.ts';
import { servePayPage } from './pay/pay.routes.ts';
import type { Sandbox } from './sandbox.ts';

/** Serves all of the sandbox: the API, the hosted page, and the control route where nobody else may reach the product. */
export async function serveSandbox(app: FastifyInstance, sandbox: Sandbox, log: Log, isOpen = false): Promise<void> {
  await serveApi(app, sandbox, log, apiRoutes(sandbox));
  await servePayPage(app, sandbox, log);
  if (!isOpen) await serveControl(app, sandbox);
}
