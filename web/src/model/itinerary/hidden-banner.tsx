import { Banner } from '@waystory/ui/banner.tsx';
import { useTranslation } from 'react-i18next';
import type { ItineraryView } from './itinerary.query.ts';

/** Banner with the reason why a story is hidden. Only the author and moderators can see a hidden story. */
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
