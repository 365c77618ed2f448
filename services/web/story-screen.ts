import type { Day } from '@waystory/proto/itineraries/day.ts';
import type { itineraryView } from '@waystory/proto/itineraries/itinerary.ts';
import type { StopView } from '@waystory/proto/itineraries/stop.ts';
import type { z } from 'zod';
import { type FrameState, frameMarkup } from './frame.ts';
import { escapeHtml } from './markup.ts';

type StoryView = z.output<typeof itineraryView>;

/** Content of a page: a story, or one of its stops. */
export interface PageContent {
  story: StoryView;
  stop: StopView | null;
}

// Classes as in `web/src/features/story/`, so that few elements move when the app starts.
const column = 'mx-auto max-w-[46rem] px-5 sm:px-10';
const prose = 'whitespace-pre-line text-pretty break-words';

/** HTML element with escaped text; empty without text. */
const element = (name: string, classes: string, text: string | null | undefined): string =>
  text ? `<${name} class="${classes}">${escapeHtml(text)}</${name}>` : '';

const pathOfStop = ({ itineraryId, id }: StopView): string => `/itineraries/${escapeHtml(itineraryId)}/stops/${escapeHtml(id)}`;
const whereOf = ({ title, placeName, addressCity, addressCountry }: StopView): string =>
  [...new Set([placeName === title ? null : placeName, addressCity, addressCountry].filter(Boolean))].join(', ');

const stopWords = (stop: StopView): string =>
  element('p', 'mt-1 text-small text-muted', whereOf(stop)) +
  element('p', 'mt-3 border-accent border-l-[3px] pl-4 text-pretty font-semibold italic', stop.highlight) +
  element('p', `mt-3 ${prose} leading-[1.7]`, stop.description);

const stopMarkup = (stop: StopView): string =>
  `<article class="mb-3 pt-1 pb-4"><h3 class="text-heading"><a href="${pathOfStop(stop)}">${escapeHtml(stop.title)}</a></h3>${stopWords(stop)}</article>`;

const chapterMarkup = (name: string, title: string | null, text: string | null, stops: readonly StopView[]): string =>
  `<section><div class="pt-14 pb-7"><h2 class="mt-3 break-words text-title">${escapeHtml(title ? `${name}: ${title}` : name)}</h2>${element('p', `mt-3 ${prose} text-muted leading-relaxed`, text)}</div>${stops.map(stopMarkup).join('')}</section>`;

/** Days in order with their stops, then the stops without a day. */
function chapters(days: readonly Day[], stops: readonly StopView[]): string {
  const byId = new Map(stops.map((stop) => [stop.id, stop]));
  const stopsOf = (ids: readonly string[]): StopView[] => ids.flatMap((id) => byId.get(id) ?? []);
  const ordered = [...days].sort((a, b) => a.number - b.number);
  const placed = new Set(ordered.flatMap(({ stopIds }) => stopIds));
  const more = [...byId.values()].filter(({ id }) => !placed.has(id)).sort((a, b) => a.index - b.index);
  const parts: string[] = [];
  let room = mostDrawn;
  for (const { number, title, description, stopIds } of [...ordered, ...(more.length > 0 ? [lastChapter(more)] : [])]) {
    if (room <= 0) break;
    const text = chapterMarkup(number === null ? 'More stops' : `Day ${number}`, title, description, stopsOf(stopIds));
    room -= text.length;
    parts.push(text);
  }
  return parts.join('\n');
}

/** Length of the days' HTML, characters, after which no further day is rendered; the app adds the others. */
const mostDrawn = 400_000;

const lastChapter = (stops: readonly StopView[]) => ({ number: null, title: null, description: null, stopIds: stops.map(({ id }) => id) });

function cover({ title, shortDescription, imageUrl, image }: StoryView): string {
  const picture = imageUrl ?? image?.url;
  // Only without scripts, because with scripts the app loads the picture after the first paint.
  const plain = picture ? `<noscript><img alt="" src="${escapeHtml(picture)}" class="absolute inset-0 -z-10 size-full object-cover"></noscript>` : '';
  return `<header class="relative isolate flex min-h-[min(62dvh,30rem)] flex-col justify-end overflow-hidden bg-[#0c3f47]">${plain}
    <div class="photo-scrim absolute inset-x-0 bottom-0 -z-10 h-[85%]"></div>
    <div class="mx-auto w-full max-w-[46rem] px-5 pt-24 pb-10 text-white sm:px-10"><h1 class="mt-3 max-w-[18ch] text-balance break-words text-display">${escapeHtml(title)}</h1>${element('p', 'mt-4 max-w-[46ch] text-pretty text-[1.0625rem] leading-relaxed', shortDescription)}</div>
  </header>`;
}

function storyMarkup(story: StoryView): string {
  const { accountUserName, description, highlights, days = [], stops = [] } = story;
  const points = [...new Set(highlights)].map((highlight) => element('li', 'text-pretty leading-relaxed', highlight)).join('');
  return `${cover(story)}
  <div class="${column} flex flex-col gap-8 pt-6 pb-8">
    ${element('p', 'font-semibold', accountUserName && `@${accountUserName}`)}${element('p', `${prose} text-[1.0625rem] leading-[1.75]`, description)}${points && `<ul class="flex flex-col gap-2.5">${points}</ul>`}
  </div>
  <div class="${column}">${chapters(days, stops)}</div>`;
}

const stopPageMarkup = (stop: StopView, story: StoryView): string =>
  `<article class="mx-auto max-w-[76rem] px-5 pt-6 pb-16 sm:px-10"><p><a href="/itineraries/${escapeHtml(story.id)}">${escapeHtml(story.title)}</a></p>
  <h1 class="mt-4 break-words text-display">${escapeHtml(stop.title)}</h1>${stopWords(stop)}</article>`;

/** HTML of a story or stop for readers without scripts. The app replaces it. */
export function pageContentMarkup({ story, stop }: PageContent, frame: FrameState): string {
  const text = stop ? stopPageMarkup(stop, story) : storyMarkup(story);
  const map = stop ? '' : '<div class="hidden bg-sunken shrink-0 lg:block lg:h-full lg:w-[45%] lg:border-line lg:border-l"></div>';
  const page = `<main class="relative min-h-0 flex-1"><div class="flex h-full flex-col lg:flex-row-reverse">${map}
    <div class="relative min-h-0 flex-1 overflow-y-auto overscroll-contain lg:min-w-0">${text}</div></div></main>`;
  return frameMarkup(page, frame);
}
