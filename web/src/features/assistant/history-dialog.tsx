import { useInfiniteQuery } from '@tanstack/react-query';
import { serverNow } from '@waystory/client/environment.ts';
import type { ChatThreadView } from '@waystory/proto/assistant/thread.ts';
import { Button, IconButton } from '@waystory/ui/button.tsx';
import { useConfirm } from '@waystory/ui/confirm-dialog.tsx';
import { Dialog } from '@waystory/ui/dialog.tsx';
import { Input } from '@waystory/ui/field.tsx';
import { SegmentedControl } from '@waystory/ui/segmented-control.tsx';
import { SkeletonBlocks } from '@waystory/ui/skeleton.tsx';
import { toast } from '@waystory/ui/toast-store.ts';
import { Eye, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAccount } from '../../model/account/account.query.ts';
import { conversation } from '../../model/assistant/live-conversation.ts';
import { threadGroups, timeSince } from '../../model/assistant/thread-groups.ts';
import { deleteThread, renameThread, threadHistory } from '../../model/assistant/threads.query.ts';

interface HistoryDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  itineraryId: string | null;
  onChoose: (threadId: string) => void;
  /** The open thread was deleted. */
  onGone: () => void;
}

/** spec 2.10: earlier conversations, grouped by age. */
export function HistoryDialog({ open, onOpenChange, itineraryId, onChoose, onGone }: HistoryDialogProps) {
  const { t } = useTranslation('assistant');
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={t('history.title')}>
      {open && (
        <History
          itineraryId={itineraryId}
          onGone={onGone}
          onChoose={(id) => {
            onChoose(id);
            onOpenChange(false);
          }}
        />
      )}
    </Dialog>
  );
}

function History({ itineraryId, onChoose, onGone }: Pick<HistoryDialogProps, 'itineraryId' | 'onChoose' | 'onGone'>) {
  const { t } = useTranslation('assistant');
  const [isHere, setHere] = useState(true);
  return (
    <>
      {itineraryId && (
        <SegmentedControl
          size="sm"
          label={t('history.which')}
          value={isHere ? 'here' : 'all'}
          onValueChange={(value) => setHere(value === 'here')}
          segments={[
            { value: 'here', label: t('history.here') },
            { value: 'all', label: t('history.all') },
          ]}
        />
      )}
      <Threads itineraryId={isHere ? itineraryId : null} onChoose={onChoose} onGone={onGone} />
    </>
  );
}

function Threads({ itineraryId, onChoose, onGone }: Pick<HistoryDialogProps, 'itineraryId' | 'onChoose' | 'onGone'>) {
  const { t } = useTranslation(['assistant', 'translation']);
  const { data: account } = useAccount();
  const history = useInfiniteQuery({ ...threadHistory(account?.id ?? '', itineraryId), enabled: account !== undefined });
  const threads = history.data?.pages.flat() ?? [];
  if (history.isError && threads.length === 0) {
    return (
      <div role="alert" className="flex flex-col items-start gap-3 py-4">
        <p>{t('common.chat.history.loadError', { ns: 'translation' })}</p>
        <Button size="sm" variant="secondary" loading={history.isFetching} onClick={() => void history.refetch()}>
          {t('problem.again')}
        </Button>
      </div>
    );
  }
  if (history.isLoading) return <LoadingThreads />;
  if (threads.length === 0) return <p className="py-6 text-center text-muted">{t('common.chat.history.empty', { ns: 'translation' })}</p>;
  const now = serverNow();
  return (
    <div className="flex flex-col gap-5 pt-3 pb-2">
      {threadGroups(threads, now).map(({ age, threads: some }) => (
        <section key={age} aria-label={t(`history.groups.${age}`)}>
          <h3 className="mb-1 font-semibold text-muted text-small">{t(`history.groups.${age}`)}</h3>
          <ul className="-mx-2 flex flex-col">
            {some.map((thread) => (
              <ThreadRow key={thread.id} thread={thread} now={now} onChoose={() => onChoose(thread.id)} onGone={onGone} />
            ))}
          </ul>
        </section>
      ))}
      {history.hasNextPage && (
        <Button variant="secondary" loading={history.isFetchingNextPage} onClick={() => void history.fetchNextPage()} className="self-center">
          {t('history.more')}
        </Button>
      )}
    </div>
  );
}

const LoadingThreads = () => <SkeletonBlocks count={3} className="flex flex-col gap-3 py-2" blockClassName="h-12" />;

interface ThreadRowProps {
  thread: ChatThreadView;
  now: number;
  onChoose: () => void;
  /** Called when the deleted conversation was open in the panel. */
  onGone: () => void;
}

function ThreadRow({ thread, now, onChoose, onGone }: ThreadRowProps) {
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
      <IconButton icon={<Pencil />} label={t('history.rename', { title })} size="sm" className="text-muted" onClick={() => setRenamed(true)} />
      <IconButton icon={<Trash2 />} label={t('history.deleteOne', { title })} size="sm" className="text-muted" onClick={() => void remove()} />
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
          // This field replaces the rename button, which had the focus.
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
