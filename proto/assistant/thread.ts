import { z } from 'zod';
import { profile } from '../accounts/account.ts';
import type { ErrorCatalogue } from '../kit/error.ts';
import { defineEvents, type EventOf } from '../kit/event.ts';
import { id, instant, line, reason, version } from '../kit/field.ts';
import { type ListSpec, listQuery, pageOf } from '../kit/list.ts';
import { defineRoutes, route } from '../kit/route.ts';

export const chatErrors = {
  'chat/unknown': 'There is no such conversation.',
  'chat/turn-running': 'The assistant is still answering. Please wait until it is done, or stop it.',
  'chat/answer-unknown': 'There is no such answer in this conversation.',
  'chat/nothing-changed': 'This answer changed nothing.',
  'chat/answer-over': 'This answer has come to its end already.',
  'chat/not-a-question': 'Only what a person says can be sent.',
  'chat/no-model': 'There is no assistant here.',
  'chat/failed': 'The assistant could not answer. This has cost nothing.',
  'chat/interrupted': 'The answer broke off. This has cost nothing.',
  'chat/nothing-to-go-on-with': 'The last answer is whole. Say what you would like next.',
  'chat/message-unknown': 'There is no such message in this conversation any more.',
  'chat/change-unknown': 'This change does not wait for your decision any more.',
  'chat/decision-taken': 'You have decided on this change otherwise already.',
} as const satisfies ErrorCatalogue;

/** Editable fields of a conversation. */
export const threadFields = { title: line(120, 'Give the conversation a title').nullable() };
const written = z.object(threadFields);

/** How an answer ended. `FINISHED`: complete. `STOPPED`: stopped by the user. `FAILED`: error of the model. `INTERRUPTED`: the process ended. */
export const answerOutcome = z.enum(['FINISHED', 'STOPPED', 'FAILED', 'INTERRUPTED']);
export type AnswerOutcome = z.output<typeof answerOutcome>;

/** Decision of the user about a change that the assistant proposes. */
export const changeDecision = z.enum(['ALLOWED', 'DECLINED']);
export type ChangeDecision = z.output<typeof changeDecision>;

const accountId = id;
const messageId = id;
const toolCallId = id;
const toolCallIds = z.array(toolCallId);

/** Events of a conversation, one stream per thread. Questions and answers are encrypted with the account's key (decision 0019). */
export const threadEvents = defineEvents(
  {
    ThreadBegun: z.object({ accountId, itineraryId: id.nullable() }),
    MessageSent: z.object({ accountId, messageId, text: z.string().nullable() }),
    AnswerBegun: z.object({ messageId, itineraryId: id.nullable().describe('Of the page that was open') }),
    AnswerWritten: z.object({ accountId, messageId, lines: z.string().nullable().describe('Whole lines of the data stream') }),
    AnswerHeld: z.object({ messageId }).describe('Whoever writes it is still there'),
    AnswerEnded: z.object({ messageId, outcome: answerOutcome, code: z.string().nullable().describe('Why it failed') }),
    ChangesProposed: z.object({ messageId, toolCallIds }).describe('Calls of an answer that wait for the user'),
    ChangesDecided: z.object({ messageId, toolCallIds, decision: changeDecision }),
    ChangeCarriedOut: z.object({ accountId, messageId, toolCallId, result: z.string().nullable().describe('What the call answered, as JSON') }),
    MessagesReplaced: z.object({ messageId }).describe('It and all after it are no longer part of the conversation'),
    AnswerReversed: z
      .object({
        accountId,
        messageId,
        number: z.int().min(1).describe('The how manieth of this answer'),
        reversed: z.boolean().describe('What it changed is taken back now; else it holds again'),
        causes: z.array(z.string()).describe('Of what was written for it'),
        outcome: z.string().nullable().describe('What was restored and what was left, as JSON'),
      })
      .describe('What an answer changed was taken back, or done again'),
    ThreadTitled: z.object({ accountId, title: threadFields.title }),
    ThreadLinked: z.object({ itineraryId: id }).describe('The assistant made the itinerary that it is about from now on'),
    ThreadDisclosed: z
      .object({ readerId: id.describe('Administrator who may read it'), reason, until: instant })
      .describe('Somebody else than its author may read it for a while'),
    ThreadDeleted: z.object({}),
  },
  {},
  {
    MessageSent: { owner: 'accountId', fields: ['text'] },
    AnswerWritten: { owner: 'accountId', fields: ['lines'] },
    ChangeCarriedOut: { owner: 'accountId', fields: ['result'] },
    AnswerReversed: { owner: 'accountId', fields: ['outcome'] },
    ThreadTitled: { owner: 'accountId', fields: ['title'] },
  },
);
export type ThreadEvent = EventOf<typeof threadEvents>;

/** Time for which an administrator may read a disclosed conversation, milliseconds. */
export const disclosureMs = 15 * 60_000;

/** Disclosure of a conversation to an administrator, with its reason and end. */
const disclosure = z.object({ at: instant, until: instant, reason });

/** spec 3: Chat thread. */
export const chatThread = written.extend({
  id,
  threadId: id.describe('The same as its id'),
  accountId: id,
  itineraryId: id.nullable(),
  disclosures: z.array(disclosure).describe('When administrators were given it to read, and why; the oldest first'),
  version,
  createdAt: instant,
  updatedAt: instant,
});
export type Disclosure = z.output<typeof disclosure>;
export type ChatThread = z.output<typeof chatThread>;

/** spec 3: a thread with its owner. */
export const chatThreadView = chatThread.extend({ account: profile.pick({ id: true, userName: true, avatarUrl: true }).nullable() });
export type ChatThreadView = z.output<typeof chatThreadView>;

export const threadList = {
  entity: 'Chat',
  filterable: { id: 'id', itineraryId: 'id', title: 'text', createdAt: 'time', updatedAt: 'time' },
  sortable: ['createdAt', 'updatedAt'],
  defaultSort: 'createdAt DESC',
} as const satisfies ListSpec;

/** Metadata of a thread, without its content. */
export const chatCount = z.object({
  id,
  accountId: id,
  messagesCount: z.int().describe('That were ever sent and answered, those that were written anew included'),
  createdAt: instant,
  lastMessageAt: instant,
});
export type ChatCount = z.output<typeof chatCount>;

export const chatCountList = {
  entity: 'ChatCount',
  filterable: { id: 'id', accountId: 'id', messagesCount: 'number', createdAt: 'time', lastMessageAt: 'time' },
  sortable: ['createdAt', 'lastMessageAt', 'messagesCount'],
  defaultSort: 'lastMessageAt DESC',
} as const satisfies ListSpec;

const path = '/accounts/:accountId/chats';
const params = z.object({ accountId: id, id });

export const threadRoutes = defineRoutes({
  listChats: route.get(path, 'Conversations of an account', 'chats.read', {
    params: z.object({ accountId: id }),
    query: listQuery(threadList),
    reply: pageOf(chatThreadView),
    errors: ['account/unknown'],
  }),
  listChatCounts: route.list(
    '/chats',
    'That there are conversations of all accounts, without titles and words',
    'chats.list',
    chatCountList,
    chatCount,
  ),
  getChatCount: route.get('/chats/:id', 'That there is a conversation', 'chats.list', {
    params: z.object({ id }),
    reply: chatCount,
    errors: ['chat/unknown'],
  }),
  discloseChat: route.post(
    `${path}/:id/disclosure`,
    'Let yourself read the messages of a conversation for 15 minutes; its author sees that, and why',
    'chats.disclose',
    { perMinute: 20, params, body: z.object({ reason }), reply: disclosure.extend({ threadId: id, accountId: id }), errors: ['chat/unknown'] },
  ),
  getChat: route.get(`${path}/:id`, 'One conversation', 'chats.read', { params, reply: chatThreadView, errors: ['chat/unknown'] }),
  patchChat: route.patch(`${path}/:id`, 'Give a conversation another title, or none', 'chats.write', {
    params,
    body: written.partial(),
    reply: chatThreadView,
    errors: ['chat/unknown'],
  }),
  deleteChat: route.delete(`${path}/:id`, 'Delete a conversation with its messages', 'chats.write', { params, errors: ['chat/unknown'] }),
});
