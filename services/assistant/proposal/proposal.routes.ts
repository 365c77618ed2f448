import { Rejected } from '@waystory/infra/errors.ts';
import { type BoundRoutes, bindRoutes, requireAccountId } from '@waystory/infra/http/route-handler.ts';
import { newId } from '@waystory/infra/identifier.ts';
import { proposalRoutes } from '@waystory/proto/assistant/proposal.ts';
import { messagesOf } from '../thread/messages.ts';
import { threadStream, threadStreamName } from '../thread/thread.ts';
import { ownThread } from '../thread/thread-access.ts';
import { type AllowedChanges, type ChangeServices, carryOutChanges } from './allowed-changes.ts';
import { allowedChangesWorkflow } from './allowed-changes.workflow.ts';

/** Routes for decisions about proposed changes. */
export function proposalRoutesOn(services: Pick<ChangeServices, 'events' | 'workflows'>): BoundRoutes {
  const { events, workflows } = services;
  return bindRoutes(proposalRoutes, {
    decideChanges: async (request, { commands }) => {
      const { params, body, principal, context } = request;
      const { threadId } = params;
      const { state } = await commands.load(threadStream, threadId);
      const { last } = ownThread(state, principal);
      if (!last) throw new Rejected('chat/change-unknown');
      const { messageId } = last;
      const changes: AllowedChanges = { threadId, messageId, accountId: requireAccountId(request), roles: [] };
      // Started before the decision is stored, so that no allowed change is lost.
      if (body.decision === 'ALLOWED') await workflows.start(allowedChangesWorkflow, `allowed:${newId()}`, changes);
      await commands.execute(threadStream, threadId, [{ type: 'DecideChanges', ...body, actor: principal }], context);
      if (body.decision === 'ALLOWED') await carryOutChanges(changes, { commands, events, workflows });
      const message = messagesOf(await events.read(threadStreamName(threadId))).find(({ id }) => id === messageId);
      // The message may have been replaced meanwhile.
      if (!message) throw new Rejected('chat/change-unknown');
      return { body: message };
    },
  });
}
