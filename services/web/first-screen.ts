import type { CountryInView } from '@waystory/proto/itineraries/stop-map.ts';
import { type FrameState, frameMarkup } from './frame.ts';
import { escapeHtml } from './markup.ts';

/** Texts of the cards from `web/public/locales/en/home.json`, by key. */
export type CardTexts = Readonly<Record<string, unknown>>;

interface FirstScreen {
  /** Countries with the most stories first; null when the URL has a query, because the app then chooses the countries. */
  countries: readonly CountryInView[] | null;
  texts: CardTexts;
}

/** Most country cards that a wide window shows at once. */
const visibleCards = 6;

// Classes as in `web/src/features/home/`, so that no element moves when the app starts; `npm run bench -- home` measures it.
const card = 'relative block h-full w-full overflow-hidden rounded-photo bg-[#16233a] text-left text-white shadow-float';
const toursCard = `${card} bg-[radial-gradient(120%_90%_at_15%_0%,#f0795f_0%,#c2343f_42%,#5b2150_100%)]`;

/** A text with its count, in the plural form that i18next would choose. */
function counted(texts: CardTexts, key: string, count: number): string {
  const text = texts[`${key}_${new Intl.PluralRules('en').select(count)}`];
  return typeof text === 'string' ? text.replace('{{count}}', String(count)) : '';
}

const plainText = (texts: CardTexts, key: string): string => {
  const text = texts[key];
  return typeof text === 'string' ? escapeHtml(text) : '';
};

const textAt = (texts: CardTexts, group: string, key: string): string => {
  const found = texts[group];
  const text = typeof found === 'object' && found !== null && key in found ? (found as CardTexts)[key] : ''; // as: an object of texts
  return typeof text === 'string' ? escapeHtml(text) : '';
};

/** Escaped URL of a picture; a picture of the product gets the width of a card, as in `photoAtWidth` of the web app. */
const cardPicture = (url: string): string => escapeHtml(url.replace(/^(\/photos\/[\w-]+)-\d+\.webp$/, '$1-640.webp'));

/** Card of a country. Only the first card loads its picture at once, because others would compete for bandwidth. */
function countryCard({ code, name, imageUrl, itinerariesCount, stopsCount }: CountryInView, isFirst: boolean, texts: CardTexts): string {
  const flag = `/flags/${escapeHtml(code)}.svg`;
  const picture = `<img alt="" src="${imageUrl ? cardPicture(imageUrl) : flag}" fetchpriority="high" decoding="sync" class="absolute inset-0 size-full object-cover"/>`;
  const mark = `<span class="absolute top-3 left-3"><img alt="" width="30" height="20" src="${flag}" class="h-5 w-7.5 rounded-[0.3125rem] object-cover shadow-lift ring-1 ring-white/50"/></span>`;
  return `<li class="shrink-0 snap-start h-40 w-56 md:w-60"><div class="${card}">
    ${isFirst ? picture : ''}<span class="photo-scrim absolute inset-0"></span>${imageUrl && isFirst ? mark : ''}
    <span class="absolute inset-x-3.5 bottom-3 flex flex-col gap-1">
      <span class="line-clamp-2 text-pretty font-bold text-[0.9375rem] leading-snug tracking-tight">${escapeHtml(name)}</span>
      <span class="flex items-center gap-1.5 text-caption text-white/90 tabular-nums">${counted(texts, 'itineraries', itinerariesCount)} <span aria-hidden="true">·</span> ${counted(texts, 'stops', stopsCount)}</span>
    </span></div></li>`;
}

function cardStrip(countries: readonly CountryInView[], texts: CardTexts): string {
  const cards = countries.slice(0, visibleCards).map((country, place) => countryCard(country, place === 0, texts));
  return `<div class="pointer-events-none absolute inset-x-0 bottom-0 z-strip pb-3 md:pb-4">
  <ul class="no-scrollbar flex gap-3 overflow-hidden px-4 pt-3 pb-1 md:px-5">
    <li class="shrink-0 snap-start h-40 w-30 md:w-32"><div class="${toursCard}"><span class="absolute inset-x-3.5 bottom-3 flex flex-col">
      <span class="font-medium text-caption">${textAt(texts, 'tours', 'inspired')}</span>
      <span class="font-bold text-[1.0625rem] leading-tight tracking-tight">${textAt(texts, 'tours', 'explore')}</span>
    </span></div></li>
    ${cards.join('\n    ')}
  </ul></div>`;
}

/** Introduction and search field, as in `MapHead`; the form works without scripts. */
function head(texts: CardTexts): string {
  const [sentence, search] = [plainText(texts, 'sentence'), plainText(texts, 'search')];
  return `<div class="glass absolute top-3 left-3 z-strip rounded-card p-2.5 text-ink shadow-float max-md:right-3 md:w-96">
    <h1 class="text-pretty px-1 pb-2 font-semibold text-small">${sentence}</h1>
    <form action="/search"><input name="q" type="search" aria-label="${search}" placeholder="${search}" autocomplete="off" maxlength="200" class="h-11 w-full rounded-control border border-line-strong bg-surface pl-11 pr-4 text-body text-ink placeholder:text-muted"></form>
  </div>`;
}

/** First screen of the home page before any script runs: frame, globe and cards. The app replaces it. */
export function firstScreenMarkup({ countries, texts }: FirstScreen, frame: FrameState): string {
  const page = `<div aria-busy="true" class="relative min-h-0 flex-1">
      <div class="absolute inset-0 isolate overflow-hidden bg-[#0d1c33] max-md:[--globe-covered-top:6rem]" style="--map-covered-bottom: 200px">
        <div class="home-sky absolute inset-0 overflow-hidden"><div class="home-stars absolute inset-0"></div><div class="home-globe"></div></div>
        ${head(texts)}
        ${countries ? cardStrip(countries, texts) : ''}
      </div>
    </div>`;
  return frameMarkup(page, frame);
}
