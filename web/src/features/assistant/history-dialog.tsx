import { useInfiniteQuery } from '@tanstack/react-query';
import { serverNow } from '@waystory/client/environment.ts';
import { Button } from '@waystory/ui/button.tsx';
import { Dialog } from '@waystory/ui/dialog.tsx';
import { SegmentedControl } from '@waystory/ui/segmented-control.tsx';
import { Skeleton, SkeletonGroup } from '@waystory/ui/skeleton.tsx';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAccount } from '../../model/account/account.query.ts';
import { threadGroups } from '../../model/assistant/thread-groups.ts';
import { threadHistory } from '../../model/assistant/threads.query.ts';
import { ThreadRow } from './thread-row.tsx';

interface HistoryDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  itineraryId: string | null;
  onChoose: (threadId: string) => void;
  /** The open thread was deleted. */
  onGone: () => void;
}

/** spec 2.10: earlier conversations by their age. */
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

const LoadingThreads = () => (
  <SkeletonGroup className="flex flex-col gap-3 py-2">
    <Skeleton className="h-12" />
    <Skeleton className="h-12" />
    <Skeleton className="h-12" />
  </SkeletonGroup>
);
