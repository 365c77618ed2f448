import { useTranslation } from 'react-i18next';
import { dateText, distanceText, durationText } from '../../../lib/measures.ts';
import { useReader } from '../../../lib/use-reader.ts';
import type { Chapter, Entry, Stop } from '../../../model/itinerary/chapters.ts';
import { colorOf } from '../../../model/itinerary/day-colors.ts';
import { stopTimes } from '../../../model/itinerary/stop-times.ts';
import { whereOf } from '../../../model/itinerary/stop-where.ts';
import { photoOf } from '../../../model/photo/photo.ts';
import { addressLine } from '../../../model/place/place-summary.ts';
import { PaperPhoto } from './paper-photo.tsx';

/** Stop on paper: number, texts and picture, without a page break inside. */
function PaperStop({ entry, color }: { entry: Entry; color: string }) {
  const { stop, number } = entry;
  const photo = photoOf(stop, 'card');
  return (
    <article className="flex break-inside-avoid gap-[3mm] py-[1.6mm]">
      <span
        aria-hidden="true"
        style={{ backgroundColor: color }}
        className="grid size-[6mm] shrink-0 place-items-center rounded-full text-[8.5pt] font-bold text-white tabular-nums"
      >
        {number}
      </span>
      <div className="min-w-0 flex-1">
        <h3 className="break-after-avoid pt-[0.5mm] break-words text-[11pt] font-bold leading-[1.25]">{stop.title}</h3>
        <Facts entry={entry} />
        {stop.highlight && <p className="mt-[0.8mm] text-[9pt] font-semibold italic leading-[1.4]">{stop.highlight}</p>}
        {stop.description && <p className="mt-[0.8mm] whitespace-pre-line break-words text-[9pt] leading-[1.42]">{stop.description}</p>}
      </div>
      {photo && (
        <div className="w-[33mm] shrink-0">
          <PaperPhoto photo={photo} className="h-[20mm]" />
        </div>
      )}
    </article>
  );
}

/** The street of a stop where it is known, else its place and city. */
const addressOf = (stop: Stop): string | null => (stop.address.addressLine1 ? addressLine(stop.address) : null) ?? whereOf(stop);

function Facts({ entry: { stop, leg } }: { entry: Entry }) {
  const { t } = useTranslation('story');
  const reader = useReader();
  const distance = leg && distanceText(leg.kilometres, reader);
  const way = leg && (leg.travelTimeMinutes === null ? distance : t('leg', { distance, time: durationText(leg.travelTimeMinutes, reader) }));
  const facts = [addressOf(stop), stopTimes(stop, reader, t), way && t('paper.way', { way })].filter(Boolean);
  if (facts.length === 0) return null;
  return <p className="break-words text-[8pt] text-muted leading-[1.4] tabular-nums">{facts.join('  ·  ')}</p>;
}

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
