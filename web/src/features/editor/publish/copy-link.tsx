import { copyText } from '@waystory/client/environment.ts';
import { Button } from '@waystory/ui/button.tsx';
import { useCheckMark } from '@waystory/ui/check-mark.ts';
import { toast } from '@waystory/ui/toaster.tsx';
import { Check, Copy } from 'lucide-react';
import { useTranslation } from 'react-i18next';

/** The address of a story, to be copied. */
export function CopyLink({ path }: { path: string }) {
  const { t } = useTranslation('editor');
  const [isCopied, setCopied] = useCheckMark();
  const url = `${location.origin}${path}`;
  const copy = async (): Promise<void> => {
    if (!(await copyText(url))) return void toast.error(t('publish.copyFailed'));
    setCopied(true);
    toast.success(t('publish.copied'));
  };
  return (
    <div className="flex items-center gap-2 rounded-control bg-sunken py-1.5 pr-1.5 pl-4">
      <span className="min-w-0 flex-1 truncate text-small text-muted">{url.replace(/^https?:\/\//, '')}</span>
      <Button size="sm" variant="secondary" icon={isCopied ? <Check aria-hidden="true" /> : <Copy aria-hidden="true" />} onClick={() => void copy()}>
        {t('publish.copy')}
      </Button>
    </div>
  );
}
