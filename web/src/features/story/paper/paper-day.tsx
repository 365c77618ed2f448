import { useTranslation } from 'react-i18next';
import { dateText, distanceText } from '../../../lib/measures.ts';
import { useReader } from '../../../lib/use-reader.ts';
import type { Chapter } from '../../../model/itinerary/chapters.ts';
import { colorOf } from '../../../model/itinerary/day-colors.ts';
import { PaperStop } from './paper-stop.tsx';

/** A day on paper; its heading never stands last on a page. */
export function PaperDay({ chapter }: { chapter: Chapter }) {
  const { t } = useTranslation('story');
  const { day, entries } = chapter;
  const color = colorOf(chapter);
  const [name, text] = day ? [t('day', { number: day.number }), day.description] : [t('moreStops.title'), t('moreStops.text')];
  return (
    <section className="pt-[5mm]">
      <header style={{ borderColor: color }} className="mb-[1mm] break-inside-avoid break-after-avoid border-t-[0.5mm] pt-[2mm]">
        <p className="text-[8.5pt] leading-[1.4]">
          <span className="font-bold" style={{ color }}>
            {name}
          </span>
          <span className="text-muted tabular-nums">{useFacts(chapter).map((fact) => `  ·  ${fact}`)}</span>
        </p>
        {day?.title && <h2 className="break-words text-[14pt] font-bold leading-[1.2] tracking-[-0.015em]">{day.title}</h2>}
        {text && <p className="mt-[0.8mm] whitespace-pre-line break-words text-[9pt] text-muted leading-[1.42]">{text}</p>}
      </header>
      {entries.map((entry) => (
        <PaperStop key={entry.key} entry={entry} color={color} />
      ))}
      {entries.length === 0 && <p className="text-[9pt] text-muted">{t('blankDay')}</p>}
    </section>
  );
}

function useFacts({ date, entries, kilometres }: Chapter): string[] {
  const { t } = useTranslation('story');
  const reader = useReader();
  return [
    ...(date ? [dateText(date, reader)] : []),
    ...(entries.length > 0 ? [t('stops', { count: entries.length })] : []),
    ...(kilometres > 0 ? [distanceText(kilometres, reader)] : []),
  ];
}
