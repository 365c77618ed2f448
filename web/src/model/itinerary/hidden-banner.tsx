import { Banner } from '@waystory/ui/banner.tsx';
import { useTranslation } from 'react-i18next';
import type { ItineraryView } from './itinerary.query.ts';

/** Tells whoever sees a hidden story at all, which are its author and moderators, that it is out of sight, and why. */
export function HiddenBanner({ itinerary: { hidden, hiddenReason } }: { itinerary: Pick<ItineraryView, 'hidden' | 'hiddenReason'> }) {
  const { t } = useTranslation('social');
  if (!hidden) return null;
  const text = (
    <>
      {t('moderation.hiddenStory.text')}
      {hiddenReason && <span className="mt-1 block break-words font-semibold">{t('moderation.hiddenStory.reason', { reason: hiddenReason })}</span>}
    </>
  );
  return <Banner title={t('moderation.hiddenStory.title')} text={text} />;
}
