import { Readable } from 'node:stream';
import { Rejected } from '@waystory/infra/errors.ts';
import type { EventStore } from '@waystory/infra/event-store/port.ts';
import { type BoundRoutes, bindRoutes, type HandlerServices, type RouteRequest, requireAccountId } from '@waystory/infra/http/route-handler.ts';
import { StreamBody } from '@waystory/infra/http/send-reply.ts';
import { protocolHeader, threadIdHeader } from '@waystory/proto/assistant/data-stream.ts';
import { messageRoutes } from '@waystory/proto/assistant/message.ts';
import { endedMessagesOf } from '../thread/messages.ts';
import { type Thread, threadStream, threadStreamName } from '../thread/thread.ts';
import { ownThread, readableThread } from '../thread/thread-access.ts';
import type { Turns } from '../turn/turns.ts';
import { answerLinesFromLog } from './answer-in-log.ts';

/** Longest silence of a stream, milliseconds: many proxies close an idle connection after 30 s. */
const heartbeatEvery = 15_000;
/** An empty line, which stream readers skip. */
const heartbeat = '\n';

/** Yields the lines, with a heartbeat after each `every` milliseconds of silence, while a model or tool works. */
export async function* withHeartbeats(
  lines: AsyncGenerator<string, void, undefined>,
  every: number = heartbeatEvery,
): AsyncGenerator<string, void, undefined> {
  let silence = Promise.withResolvers<null>();
  const timer = setInterval(() => silence.resolve(null), every);
  try {
    for (let next = lines.next(); ; silence = Promise.withResolvers()) {
      const line = await Promise.race([next, silence.promise]);
      if (line?.done) return;
      yield line ? line.value : heartbeat;
      if (!line) continue;
      timer.refresh();
      next = lines.next();
    }
  } finally {
    clearInterval(timer);
    // The writer may be silent for long, and is not awaited.
    void lines.return();
  }
}

const bodyOf = (threadId: string, stream: Readable): { body: StreamBody } => ({
  body: new StreamBody(stream, { [threadIdHeader]: threadId, [protocolHeader.name]: protocolHeader.value }),
});
const streamOf = (threadId: string, lines: AsyncGenerator<string, void, undefined>): { body: StreamBody } =>
  bodyOf(threadId, Readable.from(withHeartbeats(lines), { objectMode: false }));

type AskRequest = RouteRequest<typeof messageRoutes.startChat> | RouteRequest<typeof messageRoutes.continueChat>;

/** Routes of the conversation with the assistant. */
export function messageRoutesOn(turns: Turns, events: Pick<EventStore, 'read' | 'onAppended'>): BoundRoutes {
  const ask = async (request: AskRequest, threadId: string): Promise<{ body: StreamBody }> => {
    const { query, body, principal, context } = request;
    const [message] = body.messages;
    if (message?.role !== 'user') throw new Rejected('chat/not-a-question');
    const actor = { ...principal, accountId: requireAccountId(request) };
    const said = { text: message.content, replaces: body.replaces ?? null };
    return streamOf(threadId, await turns.begin({ threadId, message: said, itineraryId: query.itineraryId ?? null, actor, context }));
  };
  /**
   * Returns the id of an existing thread of the caller.
   * @throws Rejected `chat/unknown`.
   */
  const known = async (threadId: string, { principal }: AskRequest, { commands }: HandlerServices): Promise<string> =>
    ownThread((await commands.load(threadStream, threadId)).state, principal).id;
  const threadOf = async (id: string, request: Pick<AskRequest, 'principal'>, { commands }: HandlerServices): Promise<Thread> =>
    ownThread((await commands.load(threadStream, id)).state, request.principal);

  return bindRoutes(messageRoutes, {
    startChat: async (request, services) =>
      ask(request, request.body.threadId ? await known(request.body.threadId, request, services) : request.newId),
    continueChat: async (request, services) => ask(request, await known(request.params.threadId, request, services)),
    goOnChat: async (request, services) => {
      const { id } = await threadOf(request.params.threadId, request, services);
      const { query, context } = request;
      const actor = { ...request.principal, accountId: requireAccountId(request) };
      return streamOf(id, await turns.begin({ threadId: id, message: null, itineraryId: query.itineraryId ?? null, actor, context }));
    },
    stopChat: async ({ params, principal, context }, { commands }) => {
      await commands.execute(threadStream, params.threadId, [{ type: 'StopAnswer', actor: principal }], context);
      turns.stop(params.threadId);
      return { body: undefined };
    },
    resumeChat: async (request, services) => {
      const { id, running } = await threadOf(request.query.chatId, request, services);
      if (!running) return bodyOf(id, Readable.from([]));
      return streamOf(id, turns.reading(id) ?? answerLinesFromLog(events, id, running.messageId));
    },
    listChatMessages: async (request, services) => {
      const { state } = await services.commands.load(threadStream, request.params.threadId);
      const { id } = readableThread(state, request.principal, new Date().toISOString());
      return { body: endedMessagesOf(await events.read(threadStreamName(id))) };
    },
  });
}
