import { Button } from '@waystory/ui/button.tsx';
import { useCheckMark } from '@waystory/ui/check-mark.ts';
import { useMediaQuery } from '@waystory/ui/media-query.ts';
import { toast } from '@waystory/ui/toaster.tsx';
import { Check, Share2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { shareLink, shareMethodsOf } from '../itinerary/share.ts';

/** Shares the current page without its anchor: by the phone's share sheet, or as a copied link. */
export function ShareButton({ title }: { title: string }) {
  const { t } = useTranslation('social');
  const isCoarse = useMediaQuery('(pointer: coarse)');
  const [isChecked, setChecked] = useCheckMark();

  const share = async (): Promise<void> => {
    const url = `${location.origin}${location.pathname}`;
    const result = await shareLink({ title, url }, shareMethodsOf(navigator, isCoarse));
    if (result === 'failed') toast.error(t('share.failed'), { description: url });
    if (result === 'copied') toast.success(t('share.copied'));
    setChecked(result === 'copied' || result === 'shared');
  };

  return (
    <Button
      variant="secondary"
      size="sm"
      onClick={() => void share()}
      icon={isChecked ? <Check aria-hidden="true" className="text-success" /> : <Share2 aria-hidden="true" />}
    >
      {t('share.action')}
    </Button>
  );
}
