import { useTranslation } from 'react-i18next';
import { type Chapter, kilometresOf } from '../../../model/itinerary/chapters.ts';
import { colorOf } from '../../../model/itinerary/day-colors.ts';
import { PaperMap } from './paper-map.tsx';

/** More days than this are told by their colour alone: their maps would be pages of their own. */
const mostMaps = 12;
/** A day shorter than this share of the whole way is a dot on its map. */
const dot = 0.1;

/** Which colour is which day; where days are dots on the map of the whole way, with a map of each. */
export function PaperDays({ chapters }: { chapters: readonly Chapter[] }) {
  const { t } = useTranslation('story');
  const whole = kilometresOf(chapters);
  const withWay = chapters.filter(({ kilometres }) => kilometres > 0);
  const hasMaps = chapters.length <= mostMaps && withWay.length > 0 && withWay.every(({ kilometres }) => kilometres < whole * dot);
  return (
    <ul className="mt-[3mm] grid grid-cols-3 gap-x-[4mm] gap-y-[2mm] text-[8.5pt] leading-[1.35]">
      {chapters.map((chapter) => {
        const name = chapter.day ? t('day', { number: chapter.day.number }) : t('moreStops.title');
        return (
          <li key={chapter.key} className="min-w-0 break-inside-avoid">
            {hasMaps && <PaperMap chapters={[chapter]} label={t('paper.mapOfDay', { day: name })} size="day" />}
            <p className="mt-[0.6mm] flex min-w-0 items-baseline gap-[1.8mm]">
              <span aria-hidden="true" className="size-[2.4mm] shrink-0 rounded-full" style={{ backgroundColor: colorOf(chapter) }} />
              <span className="min-w-0 truncate">
                <span className="font-bold">{name}</span>
                {chapter.day?.title && ` ${chapter.day.title}`}
              </span>
            </p>
          </li>
        );
      })}
    </ul>
  );
}
