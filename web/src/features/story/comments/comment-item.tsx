import { api, problemCode } from '@waystory/client/api.ts';
import { useIsModerator } from '@waystory/client/identity/use-auth.ts';
import { Avatar } from '@waystory/ui/avatar.tsx';
import { Badge } from '@waystory/ui/badge.tsx';
import { Button } from '@waystory/ui/button.tsx';
import { cn } from '@waystory/ui/class-names.ts';
import { DropdownMenu, DropdownMenuItem } from '@waystory/ui/dropdown-menu.tsx';
import { EllipsisVertical, Eye, EyeOff, Flag, Pencil, Reply, SquareArrowOutUpRight, Trash2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAccount } from '../../../model/account/account.query.ts';
import { useRemoval } from '../../../model/saving/use-removal.ts';
import { CommentByline } from '../../../model/social/comment-byline.tsx';
import {
  type Comment,
  type Commentable,
  changeComment,
  commentsOn,
  dropComment,
  invalidatePlaceComments,
} from '../../../model/social/comments.query.ts';
import { useOptimisticWrite } from '../../../model/social/optimistic-write.ts';
import { sendOpinion } from '../../../model/social/reaction.query.ts';
import { likeCountChange, type Opinion } from '../../../model/social/reaction.ts';
import { ReactionButtons } from '../../../model/social/reaction-buttons.tsx';
import { useReport } from '../../../model/social/report.ts';
import { useModeration } from '../../../model/social/use-moderation.ts';
import { useReactionFailure } from '../../../model/social/use-reaction.ts';
import { CommentForm } from './comment-form.tsx';

export interface CommentItemProps {
  thing: Commentable;
  comment: Comment;
  onReply: () => void;
  /** The comment was deleted here; the focus must move elsewhere. */
  onGone: () => void;
}

/** One comment or reply: author, time, text, and its actions. */
export function CommentItem({ thing, comment, onReply, onGone }: CommentItemProps) {
  const { t } = useTranslation('social');
  const [isEdited, setEdited] = useState(false);
  const article = useRef<HTMLElement>(null);
  const { id, account, hidden, text, imageUrl, file, replyToId } = comment;
  const handle = account?.userName ?? t('someone');
  const finish = (): void => {
    setEdited(false);
    article.current?.focus();
  };
  const save = async (written: string): Promise<boolean> => {
    const saved = await api.patchPost({ params: { id }, body: { text: written } });
    changeComment(thing, id, (before) => ({ ...before, ...saved }));
    invalidatePlaceComments(thing);
    finish();
    return true;
  };
  const picture = file?.url ?? imageUrl;
  return (
    <article ref={article} id={commentPlace(id)} tabIndex={-1} className="flex gap-3 rounded outline-none">
      <Avatar
        name={handle}
        src={account?.avatarUrl ?? null}
        size={replyToId ? 'xs' : 'sm'}
        className={cn(hidden && 'opacity-50', replyToId && 'mt-1.5')}
      />
      <div className="min-w-0 flex-1">
        <div className="flex min-h-9 items-center justify-between gap-2">
          <CommentByline comment={comment} className="wrap-anywhere min-w-0 text-small" />
          <CommentMenu thing={thing} comment={comment} onEdit={() => setEdited(true)} onGone={onGone} />
        </div>
        {hidden && (
          <Badge tone="warning" className="mb-2">
            <EyeOff aria-hidden="true" />
            {t('moderation.hiddenComment')}
          </Badge>
        )}
        {isEdited ? (
          <CommentForm
            autoFocus
            label={t('comments.editLabel')}
            first={text}
            sendLabel={t('comments.save')}
            failed={t('comments.saveFailed')}
            onSend={save}
            onCancel={finish}
          />
        ) : (
          <p className="whitespace-pre-line text-pretty break-words text-[0.9375rem] leading-relaxed">{text}</p>
        )}
        {picture && <img src={picture} alt="" loading="lazy" className="mt-3 max-h-72 rounded-photo" />}
        {!isEdited && (
          <div className="mt-2 flex flex-wrap items-center gap-x-1">
            <CommentReactions thing={thing} comment={comment} />
            <Button
              variant="quiet"
              size="sm"
              className="h-8 px-2.5 text-caption text-muted"
              aria-label={t('comments.replyTo', { handle })}
              onClick={onReply}
            >
              <Reply aria-hidden="true" />
              {t('comments.reply')}
            </Button>
          </div>
        )}
      </div>
    </article>
  );
}

function CommentReactions({ thing, comment: { id, opinion, likeCount, account } }: Pick<CommentItemProps, 'thing' | 'comment'>) {
  const { t } = useTranslation('social');
  const reactable = { reactableType: 'post', reactableId: id } as const;
  const react = useOptimisticWrite<Opinion>({
    key: `reaction post ${id}`,
    queries: [commentsOn(thing).queryKey],
    show: (to, from) => changeComment(thing, id, (before) => ({ ...before, opinion: to, likeCount: before.likeCount + likeCountChange(from, to) })),
    send: (to, from) => sendOpinion(reactable, to, from),
    failed: useReactionFailure(),
  });
  const label = t('reaction.ofComment', { handle: account?.userName ?? t('someone') });
  return <ReactionButtons size="xs" label={label} thing={reactable} opinion={opinion} likes={likeCount} onReact={react} />;
}

/** Authors edit and delete their comment, other users report it, moderators hide and restore it. */
function CommentMenu({ thing, comment, onEdit, onGone }: { thing: Commentable; comment: Comment; onEdit: () => void; onGone: () => void }) {
  const { t } = useTranslation('social');
  const { data: me } = useAccount();
  const isModerator = useIsModerator();
  const report = useReport();
  const remove = useRemoveComment(thing, comment, onGone);
  const moderate = useModeration('comment', {
    hidden: comment.hidden,
    send: async (hidden) => {
      const saved = await api.patchPost({ params: { id: comment.id }, body: { hidden } });
      changeComment(thing, comment.id, (before) => ({ ...before, ...saved }));
      invalidatePlaceComments(thing);
    },
  });
  const isMine = me?.id === comment.accountId;
  return (
    <DropdownMenu
      trigger={
        <Button
          icon={<EllipsisVertical />}
          variant="quiet"
          size="icon-sm"
          aria-label={t('comments.menu', { handle: comment.account?.userName ?? t('someone') })}
          className="-mr-2 text-muted"
        />
      }
    >
      {isMine && (
        <>
          <DropdownMenuItem icon={<Pencil />} onSelect={onEdit}>
            {t('comments.edit')}
          </DropdownMenuItem>
          <DropdownMenuItem icon={<Trash2 />} danger onSelect={remove}>
            {t('comments.delete')}
          </DropdownMenuItem>
        </>
      )}
      {!isMine && (
        <DropdownMenuItem icon={<Flag />} onSelect={() => report({ reportableType: 'post', reportableId: comment.id })}>
          {t('report.action')}
        </DropdownMenuItem>
      )}
      {isModerator && (
        <>
          <DropdownMenuItem icon={comment.hidden ? <Eye /> : <EyeOff />} onSelect={() => void moderate()}>
            {t(comment.hidden ? 'moderation.restore' : 'moderation.hide')}
          </DropdownMenuItem>
          <DropdownMenuItem icon={<SquareArrowOutUpRight />} onSelect={() => location.assign(`/admin/posts/${encodeURIComponent(comment.id)}/show`)}>
            {t('moderation.inAdmin')}
          </DropdownMenuItem>
        </>
      )}
    </DropdownMenu>
  );
}

/** Deletes a comment after the undo period. */
function useRemoveComment(thing: Commentable, { id }: Comment, onGone: () => void): () => void {
  const { t } = useTranslation('social');
  const remove = useRemoval();
  return () => {
    remove({
      id,
      message: t('comments.deleted'),
      failed: t('comments.deleteFailed'),
      run: async () => {
        await api.deletePost({ params: { id } }).catch((error) => {
          if (problemCode(error) !== 'post/unknown') throw error;
        });
        dropComment(thing, id);
        invalidatePlaceComments(thing);
      },
    });
    onGone();
  };
}

/** DOM id of a comment. */
const commentPlace = (id: string): string => `comment-${id}`;

/** Moves the focus to a comment by id, as soon as the comment is rendered. */
export function useCommentFocus(): (id: string) => void {
  const [wanted, setWanted] = useState<string | null>(null);
  useEffect(() => {
    const place = wanted !== null && document.getElementById(commentPlace(wanted));
    if (!place) return;
    place.focus();
    setWanted(null);
  });
  return setWanted;
}
