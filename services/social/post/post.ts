import { changedFields, type EventContext, entityVersion, isEmpty, mergeDefined, type Stream, streamId } from '@waystory/infra/commands/decider.ts';
import { Rejected } from '@waystory/infra/errors.ts';
import { isAdmin, isModerator, type Principal } from '@waystory/infra/identity/principal.ts';
import { type Post, type PostEvent, type PostFile, postEvents, type postRoutes } from '@waystory/proto/social/post.ts';
import type { Target } from '@waystory/proto/social/target.ts';
import type { z } from 'zod';

type CreateBody = Pick<z.output<typeof postRoutes.createPost.body>, 'text' | 'imageUrl' | 'fileId' | 'replyToId'>;
type PatchBody = z.output<typeof postRoutes.patchPost.body>;

/** The principal who acts on a post, and whether the principal sees its target. */
interface Acting {
  actor: Principal;
  seesTarget: boolean;
}

type PostCommand =
  /**
   * `target` is null when the actor sees none, and `file` when the actor did not upload `fileId`. `replyTo` is null when no post has the id
   * `replyToId`.
   */
  | {
      type: 'CreatePost';
      accountId: string;
      post: CreateBody;
      target: Target | null;
      file: PostFile | null;
      replyTo: Post | null;
      actor: Principal;
    }
  | ({ type: 'PatchPost'; changes: PatchBody } & Acting)
  /** `moderating` is set by bulk calls only. Without it, a moderator may hide posts of others, but not delete them. */
  | ({ type: 'DeletePost'; moderating?: boolean } & Acting)
  /** Erasure after the deletion of the target or the author; no event if the post is deleted already. */
  | { type: 'ErasePost' };

function decide(command: PostCommand, post: Post | null): PostEvent[] {
  switch (command.type) {
    case 'CreatePost':
      return create(command, post);
    case 'PatchPost':
      return patch(command, post);
    case 'DeletePost': {
      // Authors may delete their posts even when they no longer see the target.
      const { actor, moderating = false } = command;
      if (post?.accountId === actor.accountId) return [{ type: 'PostDeleted', data: {} }];
      const visible = visiblePost(post, command);
      if (!moderating || !isModerator(actor)) ownPost(visible, actor);
      return [{ type: 'PostDeleted', data: {} }];
    }
    case 'ErasePost':
      return post ? [{ type: 'PostDeleted', data: {} }] : [];
    default:
      return command satisfies never;
  }
}

function create(command: Extract<PostCommand, { type: 'CreatePost' }>, post: Post | null): PostEvent[] {
  const { accountId, target, file, replyTo, actor } = command;
  const { replyToId, ...written } = command.post;
  if (accountId !== actor.accountId) throw new Rejected('post/other-account');
  if (post) return [];
  if (!target) throw new Rejected('post/target-unknown');
  if (written.fileId && !file) throw new Rejected('post/file-unknown');
  const { kind, id, itineraryId } = target;
  const filed = replyToId ? filedUnder(replyTo, target, actor) : null;
  return [{ type: 'PostCreated', data: { ...written, accountId, postableType: kind, postableId: id, itineraryId, ...(file && { file }), ...filed } }];
}

/**
 * Thread of a reply. Threads have one level, so a reply to a reply joins the thread of the first comment. A reply outlives the first comment, and
 * keeps its sort position by `firstCommentAt`.
 * @throws Rejected `post/reply-to-unknown` when the actor sees no such comment on the target.
 */
function filedUnder(replyTo: Post | null, target: Target, actor: Principal): { replyToId: string; firstCommentAt: string } {
  if (replyTo?.postableId !== target.id || !seesPost(actor, replyTo)) throw new Rejected('post/reply-to-unknown');
  return { replyToId: replyTo.replyToId ?? replyTo.id, firstCommentAt: replyTo.firstCommentAt };
}

function patch(command: Extract<PostCommand, { type: 'PatchPost' }>, before: Post | null): PostEvent[] {
  const { actor, changes } = command;
  const { hidden, reason = null, ...written } = changes;
  const post = visiblePost(before, command);
  const events: PostEvent[] = [];
  if (hidden !== undefined) {
    if (!isModerator(actor)) throw new Rejected('post/only-moderators');
    if (hidden !== post.hidden) events.push({ type: hidden ? 'PostHidden' : 'PostRestored', data: { reason } });
  }
  if (isEmpty(written)) return events;
  const rewritten = changedFields(ownPost(post, actor), written);
  if (!isEmpty(rewritten)) events.push({ type: 'PostRewritten', data: { changes: rewritten } });
  return events;
}

/** True when a principal who sees the target also sees the post. Hidden posts are visible to their author and moderators only. */
export const seesPost = (principal: Principal, { hidden, accountId }: Post): boolean =>
  !hidden || accountId === principal.accountId || isModerator(principal);

/** @throws Rejected `post/unknown` when the actor may not see the post. */
function visiblePost(post: Post | null, { actor, seesTarget }: Acting): Post {
  if (!post || !(isModerator(actor) || (seesTarget && seesPost(actor, post)))) throw new Rejected('post/unknown');
  return post;
}

function ownPost(post: Post, actor: Principal): Post {
  if (post.accountId !== actor.accountId && !isAdmin(actor)) throw new Rejected('post/not-yours');
  return post;
}

/** State of a post by its own stream; null after its deletion. The collection `postLikes` counts its likes. */
export function evolvePost(post: Post | null, event: PostEvent & EventContext): Post | null {
  const { version, at } = event;
  if (event.type === 'PostCreated') {
    const blank = { imageUrl: null, fileId: null, file: null, replyToId: null, firstCommentAt: at, hidden: false, likeCount: 0 };
    return { id: streamId(event.stream), ...blank, ...event.data, version, createdAt: at, updatedAt: at };
  }
  if (!post) return null;
  const touched = { ...post, version, updatedAt: at };
  switch (event.type) {
    case 'PostRewritten':
      return mergeDefined(touched, event.data.changes);
    case 'PostHidden':
      return { ...touched, hidden: true };
    case 'PostRestored':
      return { ...touched, hidden: false };
    case 'PostDeleted':
      return null;
    default:
      return event satisfies never;
  }
}

export const postStream: Stream<PostCommand, Post | null, PostEvent> = {
  category: 'post',
  stateVersion: 2,
  events: postEvents,
  decider: { initial: null, decide, evolve: evolvePost },
  versionOf: entityVersion,
};
