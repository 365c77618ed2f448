import { Link } from '@tanstack/react-router';
import type { Country } from '@waystory/proto/itineraries/country.ts';
import type { Coordinates } from '@waystory/proto/kit/field.ts';
import { LinkButton } from '@waystory/ui/button.tsx';
import { BookOpen, Map as MapIcon } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { chapterColorOf } from '../../model/itinerary/day-colors.ts';
import type { WholeItinerary } from '../../model/itinerary/itinerary.query.ts';
import { stopLocationText } from '../../model/itinerary/stop-where.ts';
import type { ReelCard } from './reel-order.ts';
import { RouteInset } from './route-inset.tsx';
import type { ReelScene, StopScene } from './use-scenes.ts';

export interface ReelTextProps {
  card: ReelCard;
  story: WholeItinerary | undefined;
  scene: ReelScene;
  way: readonly Coordinates[];
  titleId: string;
}

/** Text on the lower part of a scene. Every scene has the title of the story. */
export function ReelText({ card, story, scene, way, titleId }: ReelTextProps) {
  const { t } = useTranslation('reels');
  const isOpening = scene.kind === 'cover';
  return (
    <div className="flex flex-col items-start gap-2 text-white">
      {isOpening && story && <Countries countries={story.countries} />}
      <h2
        id={titleId}
        tabIndex={-1}
        className={
          isOpening
            ? 'line-clamp-4 text-balance break-words text-title outline-none low:line-clamp-2 low:text-heading slim:line-clamp-2 slim:text-heading'
            : 'line-clamp-1 break-words font-semibold text-small outline-none'
        }
      >
        {card.title}
      </h2>
      {scene.kind === 'stop' && <StopWords scene={scene} way={way} />}
      {scene.kind === 'way' && (
        <p className="text-pretty text-heading">
          {t('way', { days: t('days', { count: card.daysCount }), stops: t('stops', { count: card.stopsCount }) })}
        </p>
      )}
      {isOpening && (
        <>
          {story?.shortDescription && (
            <p className="line-clamp-2 text-pretty text-[0.9375rem] leading-snug low:hidden slim:hidden">{story.shortDescription}</p>
          )}
          <p className="font-medium text-small tabular-nums flat:hidden">
            {[t('days', { count: card.daysCount }), t('stops', { count: card.stopsCount })].join(' · ')}
          </p>
        </>
      )}
    </div>
  );
}

function Countries({ countries }: { countries: readonly Country[] }) {
  const { t } = useTranslation('reels');
  if (countries.length === 0) return null;
  return (
    <ul
      aria-label={t('countries', { count: countries.length })}
      className="flex flex-wrap gap-x-3 gap-y-1 font-semibold text-caption flat:hidden slim:hidden"
    >
      {countries.slice(0, 4).map(({ id, code, name }) => (
        <li key={id} className="flex items-center gap-1.5">
          <img src={`/flags/${code}.svg`} alt="" width={20} height={14} className="h-3.5 w-5 rounded-[3px] object-cover" />
          {name}
        </li>
      ))}
    </ul>
  );
}

function StopWords({ scene: { entry, chapter }, way }: { scene: StopScene; way: readonly Coordinates[] }) {
  const { t } = useTranslation('reels');
  const { stop } = entry;
  const where = stopLocationText(stop);
  const line = stop.highlight ?? stop.description;
  return (
    <div className="flex w-full items-end gap-3">
      <div className="flex min-w-0 flex-1 flex-col items-start gap-1.5">
        {chapter.day && (
          <span className="rounded-full px-2.5 py-0.5 font-bold text-caption" style={{ backgroundColor: chapterColorOf(chapter) }}>
            {t('day', { number: chapter.day.number })}
          </span>
        )}
        <h3 className="line-clamp-2 text-balance break-words text-heading">{stop.title}</h3>
        {where && <p className="line-clamp-1 font-medium text-small">{where}</p>}
        {line && <p className="line-clamp-2 text-pretty text-small leading-snug">{line}</p>}
      </div>
      {stop.isLocated && (stop.image || stop.imageUrl) && (
        <RouteInset
          way={way}
          at={stop.coordinates}
          width={72}
          height={72}
          className="size-18 shrink-0 rounded-2xl border border-white/25 bg-[#0a333c]/70"
        />
      )}
    </div>
  );
}

/** Links from a reel to the story, and to its route on the map. */
export function ReelLinks({ id }: { id: string }) {
  const { t } = useTranslation('reels');
  return (
    <div className="flex flex-wrap gap-2 low:max-md:pr-14 slim:pr-0!">
      <LinkButton
        asChild
        size="sm"
        icon={<BookOpen aria-hidden="true" />}
        className="focus-on-photo border-0 bg-white text-[#14203a] hover:bg-white/85"
      >
        <Link to="/itineraries/$id" params={{ id }} preload={false}>
          {t('read')}
        </Link>
      </LinkButton>
      <LinkButton
        asChild
        size="sm"
        variant="quiet"
        icon={<MapIcon aria-hidden="true" />}
        className="focus-on-photo bg-[#0e1626]/60 text-white hover:bg-[#0e1626]/85"
      >
        <Link to="/" search={{ previewItineraryId: id }} preload={false}>
          {t('onMap')}
        </Link>
      </LinkButton>
    </div>
  );
}
