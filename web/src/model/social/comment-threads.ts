import type { Comment } from './comments.query.ts';

/** A comment with what was replied to it. */
export interface CommentThread {
  /** Id of the comment, also where it is not there to be seen. */
  id: string;
  /** Null where it is deleted, or hidden from whoever reads. */
  first: Comment | null;
  /** Oldest first. */
  replies: readonly Comment[];
}

const threadOf = ({ id, replyToId }: Comment): string => replyToId ?? id;

/**
 * Comments with their replies, in the order in which the first of each comes. One that comes twice counts once.
 * @param answered comments that somebody is answering: their threads stay, behind the others, even when nothing of them is left.
 */
export function threadsOf(comments: readonly Comment[], answered: readonly Comment[] = []): CommentThread[] {
  const threads = Map.groupBy(new Map(comments.map((comment) => [comment.id, comment])).values(), threadOf);
  for (const comment of answered) if (!threads.has(threadOf(comment))) threads.set(threadOf(comment), []);
  return Array.from(threads, ([id, members]) => ({
    id,
    first: members.find((comment) => comment.id === id) ?? null,
    replies: members.filter((comment) => comment.id !== id).sort((a, b) => a.createdAt.localeCompare(b.createdAt)),
  }));
}
