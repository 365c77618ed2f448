import { z } from 'zod';
import { id, instant, line } from '../kit/field.ts';
import { defineRoutes, route, type StreamedReply } from '../kit/route.ts';
import { dataStreamContentType, protocolHeader, source, threadIdHeader } from './data-stream.ts';
import { toolName } from './tools/registry.ts';

/** Longest message of a user, characters. */
export const longestMessage = 10_000;

/** spec 3 and 4: a tool call, first with partial arguments, then with all arguments, then with the result. */
const invocation = z.object({ step: z.int().min(0).describe('Of its message, from 0'), toolCallId: z.string(), toolName, args: z.unknown() });
export const toolInvocation = z.discriminatedUnion('state', [
  invocation.extend({ state: z.literal('partial-call') }),
  invocation.extend({ state: z.literal('call') }),
  invocation.extend({ state: z.literal('result'), result: z.unknown() }),
]);
export type ToolInvocation = z.output<typeof toolInvocation>;

const text = z.string();

/** spec 3: parts of a message in order. Each has a text, possibly empty. */
export const messagePart = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text'), text }),
  z.object({ type: z.literal('reasoning'), text }),
  z.object({ type: z.literal('file'), text, mimeType: z.string(), data: z.string().describe('Base64') }),
  z.object({ type: z.literal('source'), text: text.describe('Title, or the address'), source }),
  z.object({ type: z.literal('tool-invocation'), text, toolInvocation }),
  z.object({ type: z.literal('step-start'), text }),
]);
export type MessagePart = z.output<typeof messagePart>;

/** spec 3: an attachment. */
export const attachment = z.object({ name: z.string().nullable(), contentType: z.string().nullable(), url: z.string() });

export const chatRole = z.enum(['user', 'assistant']);

/** spec 3: Chat message as stored. */
export const chatMessage = z.object({
  id,
  createdAt: instant,
  role: chatRole,
  content: z.string().describe('Its texts together'),
  parts: z.array(messagePart),
  annotations: z.array(z.unknown()),
  toolInvocations: z.array(toolInvocation),
  attachments: z.array(attachment),
});
export type ChatMessage = z.output<typeof chatMessage>;

/** spec 7: a request contains the last message only, because earlier messages are stored by the product. */
const sent = z.object({
  messages: z
    .array(
      z.object({
        content: line(longestMessage),
        role: chatRole.describe('assistant: go on after the results of tools. What the assistant said is known here, and never taken from a caller'),
      }),
    )
    .length(1, 'Send one message'),
  threadId: id.optional().describe('Thread to go on with; a new one begins without it'),
  id: z.string().max(200).optional().describe('Means nothing: the name that a client of the AI SDK has for the chat'),
  replaces: id.optional().describe('Message of a person in this thread that is written anew: it and all after it leave the conversation'),
  userId: id.optional().describe('Means nothing: who writes is told by the token'),
});
export type SentMessage = z.output<typeof sent>['messages'][number];

const about = z.object({ itineraryId: id.optional().describe('Itinerary of the open page') });

const answer: StreamedReply = {
  mediaType: dataStreamContentType,
  headers: { [threadIdHeader]: 'thread of the answer', [protocolHeader.name]: protocolHeader.value },
};
const lines = z.string().describe('The data stream of the AI SDK, version 1: lines of `code:JSON`');
/** Contract that the two routes for sending a question share. */
const question = {
  access: 'chats.write',
  query: about,
  body: sent,
  reply: lines,
  streamed: answer,
  statuses: [200],
  errors: ['chat/unknown', 'chat/message-unknown', 'chat/turn-running', 'chat/not-a-question', 'chat/no-model', 'credit/none-left'],
} as const;

export const messageRoutes = defineRoutes({
  startChat: {
    method: 'POST',
    path: '/chat',
    summary: 'Ask the assistant, in a new thread or the one of the body',
    ...question,
  },
  continueChat: {
    method: 'POST',
    path: '/chat/:threadId',
    summary: 'Ask the assistant, in a thread',
    params: z.object({ threadId: id }),
    ...question,
  },
  goOnChat: route.post(
    '/chat/:threadId/continuation',
    'Go on with an answer that failed, was stopped or interrupted, or whose changes were decided on: another answer to what was said last',
    'chats.write',
    {
      params: z.object({ threadId: id }),
      query: about,
      reply: lines,
      streamed: answer,
      statuses: [200],
      errors: ['chat/unknown', 'chat/turn-running', 'chat/nothing-to-go-on-with', 'chat/no-model', 'credit/none-left'],
    },
  ),
  stopChat: route.delete('/chat/:threadId/answer', 'Stop the answer that is being written; what there is of it stays', 'chats.write', {
    params: z.object({ threadId: id }),
    errors: ['chat/unknown'],
  }),
  resumeChat: route.get('/chat', 'Go on reading an answer that was interrupted; empty when it is whole', 'chats.read', {
    query: z.object({ chatId: id.describe('Thread of the answer') }),
    reply: lines,
    streamed: answer,
    errors: ['chat/unknown'],
  }),
  listChatMessages: route.get(
    '/chat/:threadId',
    'Messages of a thread, in their order, without the answer that is being written, which GET /chat has from its first line on',
    'chats.read',
    { params: z.object({ threadId: id }), query: about, reply: z.array(chatMessage), errors: ['chat/unknown'] },
  ),
});
