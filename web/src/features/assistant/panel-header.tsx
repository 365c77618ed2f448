import { IconButton } from '@waystory/ui/icon-button.tsx';
import { History, MessageSquarePlus, Sparkles, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';

interface PanelHeaderProps {
  onNew: () => void;
  onHistory: () => void;
  onClose: () => void;
}

export function PanelHeader({ onNew, onHistory, onClose }: PanelHeaderProps) {
  const { t } = useTranslation('assistant');
  return (
    <header className="@container flex shrink-0 items-center gap-1 border-line border-b py-2 pr-2 pl-4">
      <Sparkles aria-hidden="true" className="size-5 shrink-0 text-teal-text" />
      <div aria-hidden="true" className="min-w-0 flex-1">
        <p className="slim:hidden truncate pl-2 font-bold">{t('title')}</p>
      </div>
      <IconButton label={t('newChat')} size="sm" side="bottom" onClick={onNew}>
        <MessageSquarePlus aria-hidden="true" />
      </IconButton>
      <IconButton label={t('history.open')} size="sm" side="bottom" onClick={onHistory}>
        <History aria-hidden="true" />
      </IconButton>
      <IconButton label={t('close')} size="sm" side="bottom" onClick={onClose}>
        <X aria-hidden="true" />
      </IconButton>
    </header>
  );
}
