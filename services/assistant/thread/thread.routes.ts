import { Rejected } from '@waystory/infra/errors.ts';
import { bind } from '@waystory/infra/http/route-handler.ts';
import { threadRoutes } from '@waystory/proto/assistant/thread.ts';

const noSuchThread = async (): Promise<never> => {
  throw new Rejected('chat/unknown');
};

/** There are no conversations yet: reads find none. */
export const routes = bind(threadRoutes, {
  listChats: async ({ params, query, principal }) => {
    if (params.accountId !== principal.accountId) throw new Rejected('account/unknown');
    return { body: { items: [], total: 0, page: query.page, limit: query.limit } };
  },
  getChat: noSuchThread,
  patchChat: noSuchThread,
  deleteChat: noSuchThread,
});
