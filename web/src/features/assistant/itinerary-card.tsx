import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Card } from '@waystory/ui/card.tsx';
import { useIsDesktop } from '@waystory/ui/media-query.ts';
import { ArrowRight, Route } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { wholeItinerary } from '../../model/itinerary/itinerary.query.ts';

/** spec 2.10: leads to the itinerary that was made. On a phone the panel gives way to it. */
export function ItineraryCard({ id }: { id: string }) {
  const { t } = useTranslation('assistant');
  const { data } = useQuery(wholeItinerary(id));
  const isDesktop = useIsDesktop();
  return (
    <Card asChild interactive padding="none">
      <Link to="/itineraries/$id" params={{ id }} search={isDesktop ? {} : { chatOpen: undefined }} className="flex items-center gap-3 p-3">
        <span className="grid size-11 shrink-0 place-items-center rounded-control bg-accent-soft text-accent-text">
          <Route aria-hidden="true" className="size-5" />
        </span>
        <span className="min-w-0 flex-1">
          <span className="block truncate font-bold">{t('itinerary.view')}</span>
          {data && <span className="block truncate text-muted text-small">{data.title}</span>}
        </span>
        <ArrowRight aria-hidden="true" className="size-5 shrink-0 text-muted" />
      </Link>
    </Card>
  );
}
