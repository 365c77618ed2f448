import { Button } from '@waystory/ui/button.tsx';
import { Dialog } from '@waystory/ui/dialog.tsx';
import { useTranslation } from 'react-i18next';

interface OrderConflictDialogProps {
  day: string;
  /** Titles of the stops in either order. */
  mine: readonly string[];
  theirs: readonly string[];
  onResolve: (keep: 'mine' | 'theirs') => void;
  /** The writer closes the question without an answer; nothing is decided by that. */
  onLater: () => void;
}

/** Somebody else rearranged the same day: both orders side by side. */
export function OrderConflictDialog({ day, mine, theirs, onResolve, onLater }: OrderConflictDialogProps) {
  const { t } = useTranslation('editor');
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onLater()}
      size="lg"
      title={t('conflict.title')}
      description={t('conflict.orderText', { day })}
      footer={
        <>
          <Button variant="secondary" onClick={() => onResolve('theirs')}>
            {t('conflict.takeTheirs')}
          </Button>
          <Button onClick={() => onResolve('mine')}>{t('conflict.keepMine')}</Button>
        </>
      }
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <Order title={t('conflict.mine')} titles={mine} />
        <Order title={t('conflict.theirs')} titles={theirs} />
      </div>
    </Dialog>
  );
}

function Order({ title, titles }: { title: string; titles: readonly string[] }) {
  return (
    <section className="rounded-card bg-sunken p-4">
      <h3 className="mb-2 text-small font-semibold text-muted">{title}</h3>
      <ol className="flex list-decimal flex-col gap-1 pl-5 text-[0.9375rem]">
        {titles.map((stop, index) => (
          // Two stops may have one title, and the list never changes.
          <li key={index}>{stop}</li>
        ))}
      </ol>
    </section>
  );
}
