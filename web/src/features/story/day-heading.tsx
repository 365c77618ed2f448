import { useTranslation } from 'react-i18next';
import { dateText, distanceText } from '../../lib/measures.ts';
import { useReader } from '../../lib/use-reader.ts';
import type { Chapter } from '../../model/itinerary/chapters.ts';
import { colorOf } from '../../model/itinerary/day-colors.ts';
import { useWatched } from './reading-line.ts';

/** Opens a day; its key is the anchor. */
export function DayHeading({ chapter }: { chapter: Chapter }) {
  const { t } = useTranslation('story');
  const { day, key } = chapter;
  const name = day ? t('day', { number: day.number }) : t('moreStops.title');
  const text = day ? day.description : t('moreStops.text');
  return (
    <div ref={useWatched(key)} id={key} className="scroll-mt-14 pt-14 pb-7">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-small text-muted">
        <span className="rounded-full px-3 py-1 font-bold text-white" style={{ backgroundColor: colorOf(chapter) }}>
          {name}
        </span>{' '}
        <Facts chapter={chapter} />
      </p>
      <h2 tabIndex={-1} className="mt-3 break-words text-title outline-none">
        {day?.title ? <span className="sr-only">{`${name}: `}</span> : <span className="sr-only">{name}</span>}
        {day?.title}
      </h2>
      {text && <p className="mt-3 whitespace-pre-line text-pretty break-words text-muted leading-relaxed">{text}</p>}
    </div>
  );
}

function Facts({ chapter: { date, entries, kilometres } }: { chapter: Chapter }) {
  const { t } = useTranslation('story');
  const reader = useReader();
  const facts = [
    date && dateText(date, reader),
    entries.length > 0 && t('stops', { count: entries.length }),
    kilometres > 0 && distanceText(kilometres, reader),
  ];
  return <span className="tabular-nums">{facts.filter(Boolean).join(' · ')}</span>;
}
