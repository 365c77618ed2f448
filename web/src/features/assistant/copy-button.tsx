import { copyText } from '@waystory/client/environment.ts';
import { IconButton } from '@waystory/ui/button.tsx';
import { useCheckMark } from '@waystory/ui/check-mark.ts';
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
    <IconButton
      icon={isCopied ? <Check data-copied className="text-success" /> : <Copy />}
      label={t('copy')}
      size="sm"
      side="bottom"
      className="text-muted"
      onClick={() => void copy()}
    />
  );
}
