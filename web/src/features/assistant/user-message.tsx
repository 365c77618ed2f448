import { IconButton } from '@waystory/ui/icon-button.tsx';
import { Pencil } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { CopyButton } from './copy-button.tsx';

/** What somebody asked, word for word. */
export function UserMessage({ text, onEdit }: { text: string; onEdit: (() => void) | undefined }) {
  const { t } = useTranslation('assistant');
  return (
    <div className="group/message flex flex-col items-end">
      <p className="sr-only">{t('you')}</p>
      <p dir="auto" className="max-w-[88%] whitespace-pre-wrap rounded-card rounded-br-md bg-teal-soft px-4 py-2.5 [overflow-wrap:anywhere]">
        {text}
      </p>
      <div className="-mb-3 flex opacity-70 focus-within:opacity-100 group-hover/message:opacity-100">
        <CopyButton text={text} />
        {onEdit && (
          <IconButton label={t('edit')} size="sm" side="bottom" className="text-muted" onClick={onEdit}>
            <Pencil aria-hidden="true" />
          </IconButton>
        )}
      </div>
    </div>
  );
}
