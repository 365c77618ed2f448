import { DBOS } from '@dbos-inc/dbos-sdk';
import type { OpenBareEngine } from './bare-engine.ts';

const hour = 3_600;

/** @param address of its database */
export const bareDbos: OpenBareEngine = async (steps, address) => {
  DBOS.setConfig({ name: 'bare', systemDatabaseUrl: address, logLevel: 'error' });
  const checkout = DBOS.registerWorkflow(
    async (orderId: string) => {
      const session = await DBOS.runStep(() => steps.open(orderId), { name: 'open' });
      let intent: string | null = null;
      while (intent === null) {
        await DBOS.recv('stripe', hour);
        intent = await DBOS.runStep(() => steps.read(session), { name: 'read' });
      }
      const paid = intent;
      await DBOS.runStep(() => steps.pay(orderId, paid), { name: 'pay' });
      await DBOS.runStep(() => steps.grant(orderId), { name: 'grant' });
    },
    { name: 'checkout' },
  );
  await DBOS.launch();
  return {
    start: async (orderId) => void (await DBOS.startWorkflow(checkout, { workflowID: `checkout:${orderId}` })(orderId)),
    signal: (orderId, eventId) => DBOS.send(`checkout:${orderId}`, 'told', 'stripe', eventId),
    stop: () => DBOS.shutdown(),
  };
};
