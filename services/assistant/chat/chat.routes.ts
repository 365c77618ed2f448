import { Rejected } from '@waystory/infra/errors.ts';
import { bind } from '@waystory/infra/http/route-handler.ts';
import { chatRoutes } from '@waystory/proto/assistant/chat.ts';

const noSuchChat = async (): Promise<never> => {
  throw new Rejected('chat/unknown');
};

/** There are no conversations yet: reads find none. */
export const routes = bind(chatRoutes, {
  listChats: async ({ params, query, principal }) => {
    if (params.accountId !== principal.accountId) throw new Rejected('account/unknown');
    return { body: { items: [], total: 0, page: query.page, limit: query.limit } };
  },
  getChat: noSuchChat,
  startChat: async () => {
    throw new Rejected('chat/not-open');
  },
  continueChat: noSuchChat,
  resumeChat: noSuchChat,
  listChatMessages: noSuchChat,
});
