import type { Comment } from './comments.query.ts';

/** A comment with its replies. */
export interface CommentThread {
  /** Id of the comment, even when it is missing. */
  id: string;
  /** Null for a comment that is deleted, or hidden from the reader. */
  first: Comment | null;
  /** Oldest first. */
  replies: readonly Comment[];
}

const threadOf = ({ id, replyToId }: Comment): string => replyToId ?? id;

/**
 * Threads in the order of their first occurrence, without repeated comments.
 * @param answered Comments with an open reply form. Their threads stay at the end, even when empty
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
