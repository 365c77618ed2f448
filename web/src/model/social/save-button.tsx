import { Button } from '@waystory/ui/button.tsx';
import { cn } from '@waystory/ui/class-names.ts';
import { Bookmark } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Savable } from './saved.query.ts';
import { useSaved } from './use-saved.ts';

interface SaveButtonProps {
  kind: Savable;
  id: string;
}

/** Keeps a thing for later; pressed while it is kept. */
export function SaveButton({ kind, id }: SaveButtonProps) {
  const { t } = useTranslation();
  const { isSaved, toggle } = useSaved(kind, id);
  return (
    <Button
      variant="secondary"
      size="sm"
      aria-pressed={isSaved}
      onClick={toggle}
      className={cn(isSaved && 'text-accent-text')}
      icon={<Bookmark aria-hidden="true" className={cn(isSaved && 'fill-current')} />}
    >
      {t('common.save.action')}
    </Button>
  );
}

/** The same on a picture, where there is room for the icon only. */
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
