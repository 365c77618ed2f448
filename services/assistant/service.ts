import { anyProjection, defineService, type ServiceDefinition } from '@waystory/infra/host/service.ts';
import { bindWorkflow } from '@waystory/infra/workflows/workflow.ts';
import { accountErrors } from '@waystory/proto/accounts/account.ts';
import { messageRoutes } from '@waystory/proto/assistant/message.ts';
import { proposalRoutes } from '@waystory/proto/assistant/proposal.ts';
import { answerReversalRoutes } from '@waystory/proto/assistant/reversal.ts';
import { chatErrors, threadEvents, threadRoutes } from '@waystory/proto/assistant/thread.ts';
import { callsPerTurn } from '@waystory/proto/assistant/tools/tool.ts';
import { creditErrors } from '@waystory/proto/billing/credit.ts';
import { createCredits } from './credits.ts';
import { mountMcp } from './mcp/mcp.routes.ts';
import { mountResourceMetadata } from './mcp/protected-resource.ts';
import { messageRoutesOn } from './message/message.routes.ts';
import { changeActivities } from './proposal/allowed-changes.activities.ts';
import { allowedChangesWorkflow } from './proposal/allowed-changes.workflow.ts';
import { proposalRoutesOn } from './proposal/proposal.routes.ts';
import { reversalActivities } from './reversal/reversal.activities.ts';
import { reversalRoutesOn } from './reversal/reversal.routes.ts';
import { reversalWorkflow } from './reversal/reversal.workflow.ts';
import { chatCountsProjection } from './thread/chat-counts.projection.ts';
import { eraseThreads } from './thread/erase-threads.reactor.ts';
import { threadRoutesOn } from './thread/thread.routes.ts';
import { threadsProjection } from './thread/threads.projection.ts';
import { toolActivities } from './tools/tool-call.activities.ts';
import { toolCallWorkflow } from './tools/tool-call.workflow.ts';
import { watchActivities } from './turn/answer-watch.activities.ts';
import { answerWatch } from './turn/answer-watch.workflow.ts';
import { PageGuard } from './turn/page-guard.ts';
import { type GuardOf, Turns } from './turn/turns.ts';
import { watchAnswers } from './turn/watch-answers.reactor.ts';
import { internet, type PageSource } from './web-browser/fetch-page.ts';

/** Sources and guard of pages that the assistant reads. */
export interface AssistantParts {
  pages: PageSource;
  guardOf: GuardOf;
}
const usualParts: AssistantParts = { pages: internet, guardOf: (messages, isAboutOthers) => new PageGuard(messages, isAboutOthers) };

export const assistantServiceWith = ({ pages, guardOf }: AssistantParts): ServiceDefinition =>
  defineService({
    name: 'assistant',
    streams: [threadEvents],
    routes: [],
    projections: [anyProjection(threadsProjection), anyProjection(chatCountsProjection)],
    reactors: (services) => [eraseThreads(services), watchAnswers(services)],
    workflows: (services) => [
      bindWorkflow(toolCallWorkflow, toolActivities(services, pages)),
      bindWorkflow(answerWatch, watchActivities(services)),
      bindWorkflow(allowedChangesWorkflow, changeActivities(services)),
      bindWorkflow(reversalWorkflow, reversalActivities(services)),
    ],
    openRoutes: [threadRoutes, messageRoutes, proposalRoutes, answerReversalRoutes],
    open: async ({
      config,
      engines,
      commands,
      workflows,
      clientFor,
      delegatedVerifier: verifier,
      identityProvider,
      languageModel: model,
      timer,
      log,
    }) => {
      const { events } = engines;
      const { PUBLIC_ORIGIN: origin, CORS_ORIGINS: origins = [] } = config;
      const { runTool } = toolActivities({ clientFor, config, commands }, pages);
      const turns = new Turns({
        ...{ commands, events, workflows, clientFor, runTool, model, guardOf, log },
        credits: createCredits(clientFor, events),
        firstWord: timer('waystory_first_word_seconds', 'From a message to the assistant until its answer says or does something'),
        limits: { steps: config.ASSISTANT_MAX_STEPS, calls: callsPerTurn, tokens: config.ASSISTANT_MAX_TOKENS },
      });
      return {
        routes: [threadRoutesOn(clientFor), messageRoutesOn(turns, events), proposalRoutesOn({ events, workflows }), reversalRoutesOn(events)],
        mount: async (app) => mountResourceMetadata(app, config, identityProvider),
        mountWrites: async (app) => mountMcp(app, { clientFor, workflows, runTool, verifier, origin, origins, log }),
        endStreams: () => turns.end(),
        stop: () => turns.end(),
      };
    },
    errors: {
      ...chatErrors,
      'account/unknown': accountErrors['account/unknown'],
      'credit/none-left': creditErrors['credit/none-left'],
    },
  });

export const assistantService = assistantServiceWith(usualParts);
