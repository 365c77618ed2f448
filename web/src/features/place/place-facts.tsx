import { useQuery } from '@tanstack/react-query';
import { useConfig } from '@waystory/client/config-context.tsx';
import type { Place } from '@waystory/proto/itineraries/place.ts';
import { ExternalLink } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { placeFacts } from './place.query.ts';

/** Encyclopedic facts about a place with their credit. It stays empty without a source, and until the facts arrive. */
export function PlaceFacts({ place }: { place: Place | undefined }) {
  const { t, i18n } = useTranslation('place');
  const { openServices } = useConfig();
  const isAsked = openServices.some(({ thing }) => thing === 'facts');
  const { data: facts } = useQuery(placeFacts(isAsked && place?.wikidataId ? place.id : null, i18n.resolvedLanguage));
  if (!facts) return null;
  const { summary, website } = facts;
  return (
    <div className="mt-4 space-y-2 border-line border-l-2 pl-3.5 text-small">
      {summary && (
        <p lang={summary.language} className="text-pretty leading-relaxed">
          {summary.text}{' '}
          <a
            href={summary.url}
            target="_blank"
            rel="noreferrer"
            className="whitespace-nowrap rounded text-caption text-muted underline underline-offset-2"
          >
            {summary.source}, {summary.licence}
          </a>
        </p>
      )}
      {website && (
        <p>
          <a href={website} target="_blank" rel="noreferrer" className="rounded font-semibold text-accent-text hover:underline">
            {t('facts.website')} <ExternalLink aria-hidden="true" className="inline size-3.5 align-[-0.125em]" />
          </a>
        </p>
      )}
    </div>
  );
}
