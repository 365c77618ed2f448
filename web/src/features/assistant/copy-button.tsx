import { IconButton } from '@waystory/ui/icon-button.tsx';
import { toast } from '@waystory/ui/toast-store.ts';
import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';

/** spec 9: the check mark stays so long, milliseconds. */
const checkFor = 2_000;

export function CopyButton({ text }: { text: string }) {
  const { t } = useTranslation(['assistant', 'translation']);
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setCopied(false), checkFor);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
      toast.success(t('common.chat.copied', { ns: 'translation' }));
    } catch {
      toast.error(t('common.chat.copyError', { ns: 'translation' }));
    }
  };
  return (
    <IconButton label={t('copy')} size="sm" side="bottom" className="text-muted" onClick={() => void copy()}>
      {isCopied ? <Check aria-hidden="true" data-copied className="text-success" /> : <Copy aria-hidden="true" />}
    </IconButton>
  );
}
