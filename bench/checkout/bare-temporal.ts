import { join } from 'node:path';
import { Client, Connection } from '@temporalio/client';
import { bundleWorkflowCode, DefaultLogger, NativeConnection, Runtime, Worker } from '@temporalio/worker';
import type { OpenBareEngine } from './bare-engine.ts';

const taskQueue = 'bare';

/** @param address of its server */
export const bareTemporal: OpenBareEngine = async (steps, address) => {
  const logger = new DefaultLogger('ERROR');
  Runtime.install({ logger });
  const workflowBundle = await bundleWorkflowCode({ workflowsPath: join(import.meta.dirname, 'bare-checkout.ts'), logger });
  const connection = await NativeConnection.connect({ address });
  const worker = await Worker.create({ connection, taskQueue, workflowBundle, activities: { ...steps } });
  const running = worker.run();
  const asking = await Connection.connect({ address });
  const client = new Client({ connection: asking });
  return {
    start: async (orderId) => void (await client.workflow.start('checkout', { taskQueue, workflowId: `checkout:${orderId}`, args: [orderId] })),
    signal: (orderId) => client.workflow.getHandle(`checkout:${orderId}`).signal('stripe'),
    async stop() {
      worker.shutdown();
      await running;
      await asking.close();
      await connection.close();
    },
  };
};
