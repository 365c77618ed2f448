import { streamId } from '@waystory/infra/commands/decider.ts';
import { isAdmin } from '@waystory/infra/identity/principal.ts';
import { type DocsOf, defineCollection, defineProjection, type EventInContext } from '@waystory/infra/read-models/projection.ts';
import { chatCount, chatCountList, threadEvents } from '@waystory/proto/assistant/thread.ts';
import { eq } from '@waystory/proto/kit/filter.ts';

export const chatCounts = defineCollection({
  name: 'chatCounts',
  doc: chatCount,
  filterable: chatCountList.filterable,
  sortable: chatCountList.sortable,
  indexes: [
    { kind: 'ordered', on: ['-lastMessageAt'] },
    { kind: 'ordered', on: ['-createdAt'] },
    { kind: 'ordered', on: ['accountId'] },
  ],
  visibleTo: (principal) => (isAdmin(principal) ? null : eq('id', '')),
});

type ChatDocs = DocsOf<{ chatCounts: typeof chatCounts }>;

const counted = ({ stream, at }: EventInContext<typeof threadEvents, 'MessageSent' | 'AnswerBegun'>, docs: ChatDocs): void =>
  docs.chatCounts.update(streamId(stream), (doc) => doc && { ...doc, messagesCount: doc.messagesCount + 1, lastMessageAt: at });

/** Number and times of messages per conversation, for administrators, without content. */
export const chatCountsProjection = defineProjection({
  name: 'chat-counts',
  version: 1,
  collections: { chatCounts },
  reads: threadEvents,
  on: {
    ThreadBegun: ({ stream, at, data: { accountId } }, docs) => {
      const id = streamId(stream);
      docs.chatCounts.update(id, () => ({ id, accountId, messagesCount: 0, createdAt: at, lastMessageAt: at }));
    },
    MessageSent: counted,
    AnswerBegun: counted,
    ThreadDeleted: ({ stream }, docs) => docs.chatCounts.update(streamId(stream), () => undefined),
  },
});
