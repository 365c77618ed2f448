import type { ChatThreadView } from '@waystory/proto/assistant/thread.ts';
import { useConfirm } from '@waystory/ui/confirm-dialog.tsx';
import { IconButton } from '@waystory/ui/icon-button.tsx';
import { Input } from '@waystory/ui/input.tsx';
import { toast } from '@waystory/ui/toast-store.ts';
import { Eye, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { conversation } from '../../model/assistant/live-conversation.ts';
import { timeSince } from '../../model/assistant/thread-groups.ts';
import { deleteThread, renameThread } from '../../model/assistant/threads.query.ts';

interface ThreadRowProps {
  thread: ChatThreadView;
  now: number;
  onChoose: () => void;
  /** It was open, and is not there any more. */
  onGone: () => void;
}

export function ThreadRow({ thread, now, onChoose, onGone }: ThreadRowProps) {
  const { t } = useTranslation('assistant');
  const [isRenamed, setRenamed] = useState(false);
  const confirm = useConfirm();
  const title = thread.title ?? t('history.untitled');
  const { unit, count } = timeSince(thread.createdAt, now);
  const remove = async (): Promise<void> => {
    if (!(await confirm({ title: t('history.deleteTitle'), text: t('history.deleteText'), confirmLabel: t('history.delete'), danger: true }))) return;
    try {
      await deleteThread(thread);
      if (conversation.state.threadId === thread.id) onGone();
    } catch {
      toast.error(t('history.failed'));
    }
  };
  if (isRenamed) return <TitleField thread={thread} onDone={() => setRenamed(false)} />;
  return (
    <li className="group/thread flex items-center rounded-control hover:bg-sunken">
      <button type="button" onClick={onChoose} className="flex min-w-0 flex-1 items-baseline gap-3 rounded-control px-2 py-2.5 text-left">
        <span dir="auto" className="min-w-0 flex-1 truncate font-medium">
          {title}
        </span>
        {thread.disclosures.length > 0 && (
          <span role="img" aria-label={t('disclosure.title')} title={t('disclosure.title')} className="shrink-0 self-center text-muted">
            <Eye aria-hidden="true" className="size-4" />
          </span>
        )}
        <span className="shrink-0 text-caption text-muted">{t(`history.${unit}`, { count })}</span>
      </button>
      <IconButton label={t('history.rename', { title })} size="sm" className="text-muted" onClick={() => setRenamed(true)}>
        <Pencil aria-hidden="true" />
      </IconButton>
      <IconButton label={t('history.deleteOne', { title })} size="sm" className="text-muted" onClick={() => void remove()}>
        <Trash2 aria-hidden="true" />
      </IconButton>
    </li>
  );
}

function TitleField({ thread, onDone }: { thread: ChatThreadView; onDone: () => void }) {
  const { t } = useTranslation('assistant');
  const save = async (title: string): Promise<void> => {
    onDone();
    await renameThread(thread, title.trim() || null).catch(() => toast.error(t('history.failed')));
  };
  return (
    <li className="px-2 py-1">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void save(String(new FormData(event.currentTarget).get('title') ?? ''));
        }}
      >
        <Input
          name="title"
          // It takes the place of the button that was pressed.
          autoFocus
          maxLength={120}
          aria-label={t('history.titleLabel')}
          defaultValue={thread.title ?? ''}
          onBlur={(event) => void save(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Escape') return;
            event.stopPropagation();
            onDone();
          }}
        />
      </form>
    </li>
  );
}
