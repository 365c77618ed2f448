import { orThrow } from '@waystory/infra/errors.ts';
import type { ClientFor } from '@waystory/infra/host/service.ts';
import { type BoundRoutes, bindRoutes, commandRouteHandler } from '@waystory/infra/http/route-handler.ts';
import type { Principal } from '@waystory/infra/identity/principal.ts';
import { accountRoutes } from '@waystory/proto/accounts/account.ts';
import { type ChatThread, type ChatThreadView, threadRoutes } from '@waystory/proto/assistant/thread.ts';
import { chatCounts } from './chat-counts.projection.ts';
import { threadStream } from './thread.ts';
import { ownThread, requireOwnAccount } from './thread-access.ts';
import { listedThread, threads } from './threads.projection.ts';

const command = commandRouteHandler(threadStream);

/** Routes of conversations, with their owner's profile. */
export function threadRoutesOn(clientFor: ClientFor): BoundRoutes {
  const viewsOf = async (items: readonly ChatThread[], { accountId, roles }: Principal): Promise<ChatThreadView[]> => {
    if (!accountId || items.length === 0) return [];
    const { id, userName, avatarUrl } = await clientFor(accountRoutes, { accountId, roles }).getMyAccount({});
    return items.map((item) => ({ ...item, account: { id, userName, avatarUrl } }));
  };
  const viewOf = async (thread: ChatThread, principal: Principal): Promise<ChatThreadView> =>
    orThrow((await viewsOf([thread], principal))[0], 'chat/unknown');

  return bindRoutes(threadRoutes, {
    listChats: async ({ params, query, principal }, { reads }) => {
      requireOwnAccount(params, principal);
      const page = await reads.list(threads, query);
      return { body: { ...page, items: await viewsOf(page.items, principal) } };
    },
    listChatCounts: async ({ query }, { reads }) => ({ body: await reads.list(chatCounts, query) }),
    getChatCount: async ({ params }, { reads }) => ({ body: orThrow(await reads.one(chatCounts, params.id), 'chat/unknown') }),
    discloseChat: disclose,
    getChat: async ({ params, principal }, { commands }) => {
      requireOwnAccount(params, principal);
      const { state } = await commands.load(threadStream, params.id);
      return { body: await viewOf(listedThread(ownThread(state, principal)), principal) };
    },
    patchChat: async (request, services) => {
      requireOwnAccount(request.params, request.principal);
      const { body, ...answer } = await title(request, services);
      return { ...answer, body: await viewOf(body, request.principal) };
    },
    deleteChat: async (request, services) => {
      requireOwnAccount(request.params, request.principal);
      return remove(request, services);
    },
  });
}

const disclose = command<typeof threadRoutes.discloseChat>(
  ({ params: { accountId, id }, body: { reason }, principal: actor, context: { now: at } }) => ({
    id,
    command: { type: 'DiscloseThread', accountId, reason, at, actor },
  }),
  (thread, { params: { accountId } }) => {
    const last = orThrow(thread?.disclosures.at(-1), 'chat/unknown');
    return { ...last, threadId: orThrow(thread, 'chat/unknown').id, accountId };
  },
);

const title = command<Omit<typeof threadRoutes.patchChat, 'reply'> & { reply: typeof threads.doc }>(
  ({ params, body, principal: actor }, { commands }) => ({
    id: params.id,
    command: async () => {
      const { title: before } = ownThread((await commands.load(threadStream, params.id)).state, actor);
      return { type: 'TitleThread', title: body.title === undefined ? before : body.title, actor };
    },
  }),
  (thread, { principal }) => listedThread(ownThread(thread, principal)),
);

const remove = command<typeof threadRoutes.deleteChat>(
  ({ params, principal: actor }) => ({ id: params.id, command: { type: 'DeleteThread', actor } }),
  () => undefined,
);
