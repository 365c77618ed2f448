import { z } from 'zod';
import type { ErrorCatalogue } from '../kit/error.ts';
import { id, instant, line } from '../kit/field.ts';
import { type ListSpec, listQuery, pageOf } from '../kit/list.ts';
import { defineRoutes } from '../kit/route.ts';

export const chatErrors = {
  'chat/unknown': 'There is no such conversation.',
  'chat/not-open': 'The assistant does not take messages yet.',
} as const satisfies ErrorCatalogue;

/** spec 3: Chat thread. */
export const chatThread = z.object({
  id,
  threadId: id,
  title: z.string().nullable(),
  accountId: id,
  itineraryId: id.nullable(),
  createdAt: instant,
  updatedAt: instant,
});

/** spec 3: Chat message, as far as it is sent and kept. */
export const chatMessage = z.object({ id, createdAt: instant, role: z.enum(['user', 'assistant']), content: z.string() });

export const chatList = {
  entity: 'Chat',
  filterable: { id: 'id', itineraryId: 'id', createdAt: 'time', updatedAt: 'time' },
  sortable: ['createdAt', 'updatedAt'],
  defaultSort: 'createdAt DESC',
} as const satisfies ListSpec;

const body = z.object({
  messages: z.array(z.object({ content: line(10_000), role: z.literal('user') })).length(1, 'Send one message'),
  userId: id.optional(),
});
const about = z.object({ itineraryId: id.optional() });

export const chatRoutes = defineRoutes({
  listChats: {
    method: 'GET',
    path: '/accounts/:accountId/chats',
    summary: 'Conversations of an account',
    access: 'chats.read',
    params: z.object({ accountId: id }),
    query: listQuery(chatList),
    reply: pageOf(chatThread),
    errors: ['account/unknown'],
  },
  getChat: {
    method: 'GET',
    path: '/accounts/:accountId/chats/:id',
    summary: 'One conversation',
    access: 'chats.read',
    params: z.object({ accountId: id, id }),
    reply: chatThread,
    errors: ['chat/unknown'],
  },
  startChat: {
    method: 'POST',
    path: '/chat',
    summary: 'Begin a conversation with the assistant',
    access: 'chats.write',
    query: about,
    body,
    reply: chatThread,
    errors: ['chat/not-open'],
  },
  continueChat: {
    method: 'POST',
    path: '/chat/:threadId',
    summary: 'Go on with a conversation',
    access: 'chats.write',
    params: z.object({ threadId: id }),
    query: about,
    body,
    reply: chatThread,
    errors: ['chat/unknown'],
  },
  resumeChat: {
    method: 'GET',
    path: '/chat',
    summary: 'Go on reading an answer that was interrupted',
    access: 'chats.read',
    query: z.object({ chatId: id }),
    reply: chatThread,
    errors: ['chat/unknown'],
  },
  listChatMessages: {
    method: 'GET',
    path: '/chat/:threadId',
    summary: 'Messages of a conversation',
    access: 'chats.read',
    params: z.object({ threadId: id }),
    query: about,
    reply: z.array(chatMessage),
    errors: ['chat/unknown'],
  },
});
