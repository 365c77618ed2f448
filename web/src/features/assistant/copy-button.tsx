import { copyText } from '@waystory/client/environment.ts';
import { useCheckMark } from '@waystory/ui/check-mark.ts';
import { IconButton } from '@waystory/ui/icon-button.tsx';
import { toast } from '@waystory/ui/toast-store.ts';
import { Check, Copy } from 'lucide-react';
import { useTranslation } from 'react-i18next';

export function CopyButton({ text }: { text: string }) {
  const { t } = useTranslation(['assistant', 'translation']);
  const [isCopied, setCopied] = useCheckMark();
  const copy = async (): Promise<void> => {
    if (!(await copyText(text))) return void toast.error(t('common.chat.copyError', { ns: 'translation' }));
    setCopied(true);
    toast.success(t('common.chat.copied', { ns: 'translation' }));
  };
  return (
    <IconButton label={t('copy')} size="sm" side="bottom" className="text-muted" onClick={() => void copy()}>
      {isCopied ? <Check aria-hidden="true" data-copied className="text-success" /> : <Copy aria-hidden="true" />}
    </IconButton>
  );
}
