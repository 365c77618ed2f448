import { useMemo } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { dateText, distanceText, durationText } from '../../../lib/measures.ts';
import { useReader } from '../../../lib/use-reader.ts';
import { type Chapter, type Entry, isAccepted, kilometresOf, type Stop } from '../../../model/itinerary/chapters.ts';
import type { Story } from '../../../model/itinerary/use-story.ts';
import { photoOf } from '../../../model/photo/photo.ts';
import { CountryFlags } from '../country-flags.tsx';
import { PaperMap } from './paper-map.tsx';
import { PaperPhoto } from './paper-photo.tsx';
import './paper.css';
import { chapterColorOf } from '../../../model/itinerary/day-colors.ts';
import { stopLocationText, stopTimes } from '../../../model/itinerary/stop-where.ts';
import { addressLine } from '../../../model/place/place-summary.ts';

/** Most days with a map each. A longer story would need pages of maps, so only colours distinguish its days. */
const mostMaps = 12;
/** Share of the whole route below which a day is only a dot on the route map. */
const dot = 0.1;

/** Legend of day colours. When every day is only a dot on the route map, each day also gets a map of its own. */
function PaperDays({ chapters }: { chapters: readonly Chapter[] }) {
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
              <span aria-hidden="true" className="size-[2.4mm] shrink-0 rounded-full" style={{ backgroundColor: chapterColorOf(chapter) }} />
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

/**
 * Print layout of a story: a map of its route, then its days and stops. It is rendered beside the app, so that nothing else prints. Suggested stops
 * are omitted.
 */
export function StoryPaper({ story }: { story: Story }) {
  const { t } = useTranslation('story');
  const { itinerary } = story;
  const chapters = useMemo(() => story.chapters.map((chapter) => ({ ...chapter, entries: chapter.entries.filter(isAccepted) })), [story.chapters]);
  return createPortal(
    <article data-theme="light" className="story-paper hidden bg-white text-ink print:block">
      <Opening story={story} chapters={chapters} />
      <PaperMap chapters={chapters} label={t('map.label')} size="whole" />
      {chapters.length > 1 && <PaperDays chapters={chapters} />}
      {itinerary.description && <p className="mt-[4mm] whitespace-pre-line break-words text-[9.5pt] leading-[1.5]">{itinerary.description}</p>}
      <Highlights highlights={itinerary.highlights} />
      {chapters.map((chapter) => (
        <PaperDay key={chapter.key} chapter={chapter} />
      ))}
    </article>,
    document.body,
  );
}

/** Public URL of a story. */
const linkOf = (id: string): string => `${location.origin}/itineraries/${id}`;

const Address = ({ id }: { id: string }) => (
  <a href={linkOf(id)} className="inline-block break-words font-semibold text-accent-text">
    {linkOf(id).replace(/^https?:\/\//, '')}
  </a>
);

function Opening({ story: { itinerary }, chapters }: { story: Story; chapters: readonly Chapter[] }) {
  const { t } = useTranslation('story');
  const reader = useReader();
  const photo = photoOf(itinerary, 'large');
  const handle = itinerary.account?.userName;
  const kilometres = kilometresOf(chapters);
  const facts = [
    t('paper.days', { count: itinerary.daysCount }),
    t('stops', { count: chapters.reduce((sum, { entries }) => sum + entries.length, 0) }),
    ...(kilometres > 0 ? [distanceText(kilometres, reader)] : []),
  ];
  return (
    <header className="mb-[4mm]">
      {photo && <PaperPhoto photo={photo} className="h-[36mm]" />}
      <div className="mt-[3mm] text-[8.5pt]">
        <CountryFlags countries={itinerary.countries} />
      </div>
      <h1 className="mt-[1.5mm] break-words text-[24pt] font-bold leading-[1.1] tracking-[-0.03em]">{itinerary.title}</h1>
      {itinerary.shortDescription && <p className="mt-[1.5mm] text-pretty text-[11pt] leading-[1.4]">{itinerary.shortDescription}</p>}
      <p className="mt-[1.5mm] text-[8.5pt] text-muted tabular-nums">
        {`${t('by')} ${handle ? `@${handle}` : t('someone')}  ·  ${facts.join('  ·  ')}  ·  `}
        <Address id={itinerary.id} />
      </p>
    </header>
  );
}

function Highlights({ highlights }: { highlights: readonly string[] }) {
  const { t } = useTranslation('story');
  if (highlights.length === 0) return null;
  return (
    <section className="mt-[4mm] break-inside-avoid">
      <h2 className="text-[11pt] font-bold">{t('highlights')}</h2>
      <ul className="mt-[1mm] list-disc pl-[4.5mm] text-[9pt] leading-[1.42] marker:text-accent">
        {[...new Set(highlights)].map((highlight) => (
          <li key={highlight}>{highlight}</li>
        ))}
      </ul>
    </section>
  );
}

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
const addressOf = (stop: Stop): string | null => (stop.address.addressLine1 ? addressLine(stop.address) : null) ?? stopLocationText(stop);

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
function PaperDay({ chapter }: { chapter: Chapter }) {
  const { t } = useTranslation('story');
  const { day, entries } = chapter;
  const color = chapterColorOf(chapter);
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
