import { queryOptions, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { api } from '@waystory/client/api.ts';
import { ArrowRight, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { coverOf } from '../../model/photo/photo.ts';
import { keys } from '../../model/queries/keys.ts';
import { CardCredit, CardFacts, CardFrame, cardStyles } from './card-frame.tsx';

const head = (id: string) =>
  queryOptions({ queryKey: keys.itineraryHead(id), queryFn: () => api.getItinerary({ params: { id }, query: {} }), staleTime: 60_000 });

/** The itinerary that is shown on the map: leads to its story, and back to all cards. */
export function ShownItineraryCard({ itineraryId, onClose }: { itineraryId: string; onClose: () => void }) {
  const { t } = useTranslation('home');
  const { data } = useQuery(head(itineraryId));
  const photo = data ? coverOf(data, 'card') : null;
  return (
    <div className="relative h-full">
      <Link data-card="" to="/itineraries/$id" params={{ id: itineraryId }} className={cardStyles}>
        <CardFrame photo={photo} isNarrow isFirst={false} title={data?.title ?? t('story')}>
          <CardFacts className="font-semibold">
            {t('openStory')}
            {/* The credit takes the line that the arrow would push the words to. */}
            {!photo?.credit && <ArrowRight aria-hidden="true" />}
          </CardFacts>
        </CardFrame>
      </Link>
      <CardCredit photo={photo} isNarrow />
      <button
        type="button"
        aria-label={t('backToCards')}
        title={t('backToCards')}
        className="focus-on-photo hit-area absolute! top-2.5 left-2.5 grid size-9 place-items-center rounded-full bg-[#0e1626]/70 text-white backdrop-blur-sm transition-colors duration-fast hover:bg-white hover:text-[#0e1626]"
        onClick={onClose}
      >
        <X aria-hidden="true" className="size-4.5" />
      </button>
    </div>
  );
}
