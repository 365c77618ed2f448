import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { cn } from '@waystory/ui/class-names.ts';
import { Sparkles } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { MapBounds } from '../../lib/search-params.ts';
import { cardStyles } from './card-frame.tsx';
import { firstTour } from './home.query.ts';

const styles = cn(cardStyles, 'bg-[radial-gradient(120%_90%_at_15%_0%,#f0795f_0%,#c2343f_42%,#5b2150_100%)]');

/** First card (spec 2.7), which opens the reels. `startId` is the first itinerary in view, if any; the reels continue within `bounds`. */
export function ToursCard({ startId, bounds = null }: { startId: string | undefined; bounds?: MapBounds | null }) {
  const { data } = useQuery({ ...firstTour, enabled: startId === undefined });
  const first = startId ?? data?.id;
  if (!first)
    return (
      <div className={styles}>
        <Words />
      </div>
    );
  return (
    <Link
      data-card=""
      to="/itineraries/reels/$startId"
      params={{ startId: first }}
      search={bounds ? { bounds } : {}}
      preload={false}
      className={styles}
    >
      <Words />
    </Link>
  );
}

function Words() {
  const { t } = useTranslation('home');
  return (
    <>
      <svg aria-hidden="true" viewBox="0 0 128 176" fill="none" className="absolute inset-0 size-full" preserveAspectRatio="xMidYMid slice">
        <path
          d="M-6 62C26 30 46 96 74 74s18-52 62-44"
          stroke="#fff"
          strokeOpacity="0.75"
          strokeWidth="2.5"
          strokeLinecap="round"
          strokeDasharray="0.1 7"
        />
        <circle cx="74" cy="74" r="5" fill="#fff" />
      </svg>
      <Sparkles aria-hidden="true" className="absolute top-3.5 left-3.5 size-5" />
      <span className="absolute inset-x-3.5 bottom-3 flex flex-col">
        <span className="font-medium text-caption">{t('tours.inspired')}</span>
        <span className="font-bold text-[1.0625rem] leading-tight tracking-tight">{t('tours.explore')}</span>
      </span>
    </>
  );
}
