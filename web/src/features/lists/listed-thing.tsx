import type { CollectionEntry } from '@waystory/proto/social/collection.ts';
import { Button } from '@waystory/ui/button.tsx';
import { X } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { removalId, takeFromCollection } from '../../model/collection/collection-writes.ts';
import { AutosaveText } from '../../model/saving/autosave-text.tsx';
import { useRemoval } from '../../model/saving/use-removal.ts';
import type { ListSession } from './list-session.ts';

interface ListedThingProps {
  session: ListSession;
  entry: CollectionEntry;
  title: string;
  /** The entry was removed here; the focus must move elsewhere. */
  onGone: () => void;
  /** Its card. */
  children: ReactNode;
}

/** Entry of a list: a story or a stop with its card, the reader's note, and a remove button. */
export function ListedThing({ session, entry, title, onGone, children }: ListedThingProps) {
  const { t } = useTranslation('lists');
  const remove = useRemoval();
  useEffect(() => session.receiveEntry(entry), [session, entry]);
  const { collectionId, targetId } = entry;
  const takeOff = (): void => {
    remove({
      id: removalId(collectionId, targetId),
      message: t('entry.removed', { title }),
      failed: t('entry.removeFailed', { title }),
      run: async () => {
        await takeFromCollection(collectionId, targetId);
        session.forget(targetId);
      },
    });
    onGone();
  };
  return (
    <li className="flex min-w-0 flex-col gap-1.5">
      <div className="grid flex-1">{children}</div>
      <div className="flex items-start gap-1">
        <AutosaveText
          saver={session.entry(entry)}
          field="note"
          label={t('entry.note', { title })}
          hideLabel
          rows={1}
          placeholder={t('entry.notePlaceholder')}
          className="flex-1"
          controlClassName="min-h-11 resize-none border-transparent bg-transparent px-3 py-2.5 text-[0.9375rem] hover:border-line focus-visible:bg-surface"
        />
        <Button
          variant="quiet"
          size="icon-sm"
          aria-label={t('entry.remove', { title })}
          title={t('entry.removeShort')}
          className="mt-1 text-muted"
          onClick={takeOff}
        >
          <X aria-hidden="true" />
        </Button>
      </div>
    </li>
  );
}
