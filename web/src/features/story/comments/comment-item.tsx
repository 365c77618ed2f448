import { api } from '@waystory/client/api.ts';
import { Avatar } from '@waystory/ui/avatar.tsx';
import { Badge } from '@waystory/ui/badge.tsx';
import { Button } from '@waystory/ui/button.tsx';
import { cn } from '@waystory/ui/class-names.ts';
import { EyeOff, Reply } from 'lucide-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CommentByline } from '../../../model/social/comment-byline.tsx';
import { type Comment, type Commentable, changeComment, commentsOn, forgetPlace } from '../../../model/social/comments.query.ts';
import { useOptimisticWrite } from '../../../model/social/optimistic-write.ts';
import { sendOpinion } from '../../../model/social/reaction.query.ts';
import { likesBetween, type Opinion } from '../../../model/social/reaction.ts';
import { ReactionButtons } from '../../../model/social/reaction-buttons.tsx';
import { useReactionFailure } from '../../../model/social/use-reaction.ts';
import { commentPlace } from './comment-focus.ts';
import { CommentForm } from './comment-form.tsx';
import { CommentMenu } from './comment-menu.tsx';

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
    forgetPlace(thing);
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
    show: (to, from) => changeComment(thing, id, (before) => ({ ...before, opinion: to, likeCount: before.likeCount + likesBetween(from, to) })),
    send: (to, from) => sendOpinion(reactable, to, from),
    failed: useReactionFailure(),
  });
  const label = t('reaction.ofComment', { handle: account?.userName ?? t('someone') });
  return <ReactionButtons size="xs" label={label} thing={reactable} opinion={opinion} likes={likeCount} onReact={react} />;
}
