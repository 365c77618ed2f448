import { anyProjection, defineService } from '@waystory/infra/host/service.ts';
import { bindWorkflow } from '@waystory/infra/workflows/workflow.ts';
import { accountErrors } from '@waystory/proto/accounts/account.ts';
import { messageRoutes } from '@waystory/proto/assistant/message.ts';
import { answerReversalRoutes } from '@waystory/proto/assistant/reversal.ts';
import { chatErrors, threadEvents, threadRoutes } from '@waystory/proto/assistant/thread.ts';
import { creditErrors } from '@waystory/proto/billing/credit.ts';
import { creditsOf } from './credits.ts';
import { messageRoutesOn } from './message/message.routes.ts';
import { reversalActivities } from './reversal/reversal.activities.ts';
import { reversalRoutesOn } from './reversal/reversal.routes.ts';
import { reversalWorkflow } from './reversal/reversal.workflow.ts';
import { eraseThreads } from './thread/erase-threads.reactor.ts';
import { threadRoutesOn } from './thread/thread.routes.ts';
import { threadsProjection } from './thread/threads.projection.ts';
import { toolActivities } from './tools/tool-call.activities.ts';
import { toolCallWorkflow } from './tools/tool-call.workflow.ts';
import { watchActivities } from './turn/answer-watch.activities.ts';
import { answerWatch } from './turn/answer-watch.workflow.ts';
import { Turns } from './turn/turns.ts';

/** Calls of tools in one turn at most. */
const mostCalls = 40;

export const assistantService = defineService({
  name: 'assistant',
  streams: [threadEvents],
  routes: [],
  projections: [anyProjection(threadsProjection)],
  reactors: (services) => [eraseThreads(services)],
  workflows: (services) => [
    bindWorkflow(toolCallWorkflow, toolActivities(services)),
    bindWorkflow(answerWatch, watchActivities(services)),
    bindWorkflow(reversalWorkflow, reversalActivities(services)),
  ],
  openRoutes: [threadRoutes, messageRoutes, answerReversalRoutes],
  open: async ({ config, engines, commands, workflows, clientFor, languageModel: model, log }) => {
    const { events } = engines;
    const turns = new Turns({
      ...{ commands, events, workflows, clientFor, model, log },
      credits: creditsOf(clientFor, events),
      limits: { steps: config.ASSISTANT_MAX_STEPS, calls: mostCalls, tokens: config.ASSISTANT_MAX_TOKENS },
    });
    return { routes: [threadRoutesOn(clientFor), messageRoutesOn(turns, events), reversalRoutesOn(events)], stop: () => turns.end() };
  },
  errors: {
    ...chatErrors,
    'account/unknown': accountErrors['account/unknown'],
    'credit/none-left': creditErrors['credit/none-left'],
  },
});
