import { type EventContext, streamId } from '@waystory/infra/commands/decider.ts';
import { ownOnly } from '@waystory/infra/read-models/own-only.ts';
import { type DocOf, type Docs, defineCollection, defineProjection } from '@waystory/infra/read-models/projection.ts';
import { type ChatThread, chatThread, type ThreadEvent, threadEvents, threadList } from '@waystory/proto/assistant/thread.ts';
import { evolveThread, initialUnlistedState, type Thread } from './thread.ts';

export const threads = defineCollection({
  name: 'threads',
  doc: chatThread,
  filterable: threadList.filterable,
  sortable: threadList.sortable,
  indexes: [{ kind: 'ordered', on: ['accountId', '-createdAt'] }],
  visibleTo: ownOnly,
});

/** A thread for lists. */
export function listedThread({ running: _, last: _l, questionIds: _q, reversals: _r, readers: _d, disclosures, ...thread }: Thread): ChatThread {
  return { ...thread, disclosures: [...disclosures], threadId: thread.id };
}

/** Applies an event to the listed thread. Events of answer content are not handled, because lists do not show content. */
function changed(event: ThreadEvent & EventContext, docs: { threads: Docs<DocOf<typeof threads>> }): void {
  docs.threads.update(streamId(event.stream), (doc) => {
    const thread = evolveThread(doc ? { ...doc, ...initialUnlistedState } : null, event);
    return thread ? listedThread(thread) : undefined;
  });
}

export const threadsProjection = defineProjection({
  name: 'threads',
  version: 2,
  collections: { threads },
  reads: threadEvents,
  on: {
    ThreadBegun: changed,
    MessageSent: changed,
    AnswerBegun: changed,
    AnswerEnded: changed,
    ThreadTitled: changed,
    ThreadLinked: changed,
    ThreadDisclosed: changed,
    ThreadDeleted: changed,
  },
});
