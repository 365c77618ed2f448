import { Button } from '@waystory/ui/button.tsx';
import { cn } from '@waystory/ui/class-names.ts';
import { Bookmark, ChevronDown } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { SaveMenu } from './save-menu.tsx';
import type { Savable } from './saved.query.ts';
import { useSaved } from './use-saved.ts';

interface SaveButtonProps {
  kind: Savable;
  id: string;
}

/** Saves an item; once saved, opens the lists for it. */
export function SaveButton({ kind, id }: SaveButtonProps) {
  const { t } = useTranslation();
  return (
    <SaveMenu kind={kind} id={id}>
      {(isSaved, button) => (
        <Button
          variant="secondary"
          size="sm"
          {...button}
          className={cn(isSaved && 'text-accent-text')}
          icon={<Bookmark aria-hidden="true" className={cn(isSaved && 'fill-current')} />}
        >
          {t(isSaved ? 'common.save.saved' : 'common.save.action')}
          {isSaved && <ChevronDown aria-hidden="true" className="-mr-1" />}
        </Button>
      )}
    </SaveMenu>
  );
}

/** Save button on a picture, with an icon only; pressed while the item is saved. */
export function SaveOnPhoto({ kind, id, title, className }: SaveButtonProps & { title: string; className?: string }) {
  const { t } = useTranslation();
  const { isSaved, toggle } = useSaved(kind, id);
  return (
    <button
      type="button"
      aria-pressed={isSaved}
      aria-label={t('common.save.label', { title })}
      title={t('common.save.action')}
      onClick={toggle}
      className={cn(
        'focus-on-photo hit-area grid size-9 place-items-center rounded-full bg-[#0e1626]/70 text-white backdrop-blur-sm transition-colors duration-fast hover:bg-accent hover:text-accent-ink aria-pressed:bg-white aria-pressed:text-[#97152b]',
        className,
      )}
    >
      <Bookmark aria-hidden="true" className={cn('size-4.5', isSaved && 'fill-current')} />
    </button>
  );
}
