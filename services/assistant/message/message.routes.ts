import { Rejected } from '@waystory/infra/errors.ts';
import { bind } from '@waystory/infra/http/route-handler.ts';
import { messageRoutes } from '@waystory/proto/assistant/message.ts';

const noSuchThread = async (): Promise<never> => {
  throw new Rejected('chat/unknown');
};

/** There are no conversations yet: reads find none, and none begins. */
export const routes = bind(messageRoutes, {
  startChat: async ({ body }) => {
    throw new Rejected(body.threadId ? 'chat/unknown' : 'chat/not-open');
  },
  continueChat: noSuchThread,
  resumeChat: noSuchThread,
  listChatMessages: noSuchThread,
});
