import { api, problemCode } from '@waystory/client/api.ts';
import { useIsModerator } from '@waystory/client/identity/use-is-moderator.ts';
import { Button } from '@waystory/ui/button.tsx';
import { DropdownMenu, DropdownMenuContent, DropdownMenuItem, DropdownMenuTrigger } from '@waystory/ui/dropdown-menu.tsx';
import { EllipsisVertical, Eye, EyeOff, Flag, Pencil, SquareArrowOutUpRight, Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useAccount } from '../../../model/account/account.query.ts';
import { useRemoval } from '../../../model/saving/use-removal.ts';
import { type Comment, type Commentable, changeComment, dropComment, forgetPlace } from '../../../model/social/comments.query.ts';
import { useReport } from '../../../model/social/report.ts';
import { useModeration } from '../../../model/social/use-moderation.ts';

export interface CommentMenuProps {
  thing: Commentable;
  comment: Comment;
  onEdit: () => void;
  onGone: () => void;
}

/** Authors edit and delete their comment, other users report it, moderators hide and restore it. */
export function CommentMenu({ thing, comment, onEdit, onGone }: CommentMenuProps) {
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
      forgetPlace(thing);
    },
  });
  const isMine = me?.id === comment.accountId;
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button
          variant="quiet"
          size="icon-sm"
          aria-label={t('comments.menu', { handle: comment.account?.userName ?? t('someone') })}
          className="-mr-2 text-muted"
        >
          <EllipsisVertical aria-hidden="true" />
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent>
        {isMine && (
          <>
            <DropdownMenuItem onSelect={onEdit}>
              <Pencil aria-hidden="true" />
              {t('comments.edit')}
            </DropdownMenuItem>
            <DropdownMenuItem danger onSelect={remove}>
              <Trash2 aria-hidden="true" />
              {t('comments.delete')}
            </DropdownMenuItem>
          </>
        )}
        {!isMine && (
          <DropdownMenuItem onSelect={() => report({ reportableType: 'post', reportableId: comment.id })}>
            <Flag aria-hidden="true" />
            {t('report.action')}
          </DropdownMenuItem>
        )}
        {isModerator && (
          <>
            <DropdownMenuItem onSelect={() => void moderate()}>
              {comment.hidden ? <Eye aria-hidden="true" /> : <EyeOff aria-hidden="true" />}
              {t(comment.hidden ? 'moderation.restore' : 'moderation.hide')}
            </DropdownMenuItem>
            <DropdownMenuItem onSelect={() => location.assign(`/admin/posts/${encodeURIComponent(comment.id)}/show`)}>
              <SquareArrowOutUpRight aria-hidden="true" />
              {t('moderation.inAdmin')}
            </DropdownMenuItem>
          </>
        )}
      </DropdownMenuContent>
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
        forgetPlace(thing);
      },
    });
    onGone();
  };
}
