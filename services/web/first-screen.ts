import type { CountryInView } from '@waystory/proto/itineraries/stop-map.ts';
import { escapeHtml } from './markup.ts';

/** Texts of `web/public/locales/en/home.json` that stand on the cards, by key. */
export type CardTexts = Readonly<Record<string, unknown>>;

export interface FirstScreen {
  /** Most visited first; null when the address asks for another part of the world than all of it. */
  countries: readonly CountryInView[] | null;
  texts: CardTexts;
  /** Whether the sidebar shows its words; to somebody new it does where there is room. */
  sidebar: 'expanded' | 'collapsed' | 'new';
  /** The line that asks about cookies will stand at the lower edge. */
  isConsentAsked: boolean;
}

/** Cards that a wide window shows at once. */
const visibleCards = 6;

// The classes are those of `web/src/app/layout/` and `web/src/features/home/`, so that nothing moves when the app takes over;
// `npm run bench -- home` measures that nothing does.
const logo =
  '<svg viewBox="0 0 40 40" fill="none" aria-hidden="true" class="shrink-0 size-9"><rect width="40" height="40" rx="13" fill="var(--accent)"/>' +
  '<path d="M8.5 14.5c1.2 7 2.7 12.5 5.2 12.5 3 0 3.5-9.5 6.3-9.5s3.3 9.5 6.3 9.5c2.3 0 3.7-3.5 4.5-8" stroke="var(--accent-ink)" stroke-width="3.2" stroke-linecap="round" stroke-linejoin="round"/>' +
  '<circle cx="31.2" cy="12" r="3" fill="var(--accent-ink)"/></svg>';
const card = 'relative block h-full w-full overflow-hidden rounded-photo bg-[#16233a] text-left text-white shadow-float';
const toursCard = `${card} bg-[radial-gradient(120%_90%_at_15%_0%,#f0795f_0%,#c2343f_42%,#5b2150_100%)]`;

/** A text with its count, in the form that i18next would choose. */
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
  const text = typeof found === 'object' && found !== null && key in found ? (found as CardTexts)[key] : ''; // an object of texts
  return typeof text === 'string' ? escapeHtml(text) : '';
};

/** Pictures of this product in the size of a card, as `photoAtWidth` of the web app asks for them. */
const cardPicture = (url: string): string => escapeHtml(url.replace(/^(\/photos\/[\w-]+)-\d+\.webp$/, '$1-640.webp'));

/** Only the first card has its picture at once; those beside it would compete with it. */
function countryCard({ code, name, imageUrl, itinerariesCount, stopsCount }: CountryInView, isFirst: boolean, texts: CardTexts): string {
  const flag = `/flags/${escapeHtml(code)}.svg`;
  const picture = `<img alt="" src="${imageUrl ? cardPicture(imageUrl) : flag}" fetchpriority="high" decoding="sync" class="absolute inset-0 size-full object-cover"/>`;
  const mark = `<span class="absolute top-3 left-3"><img alt="" width="30" height="20" src="${flag}" class="h-5 w-7.5 rounded-[0.3125rem] object-cover shadow-lift ring-1 ring-white/50"/></span>`;
  return `<li class="shrink-0 snap-start h-40 w-56 md:w-60"><div class="${card}">
    ${isFirst ? picture : ''}<span class="photo-scrim absolute inset-0"></span>${imageUrl && isFirst ? mark : ''}
    <span class="absolute inset-x-3.5 bottom-3 flex flex-col gap-1">
      <span class="line-clamp-2 text-pretty font-bold text-[0.9375rem] leading-snug tracking-tight">${escapeHtml(name)}</span>
      <span class="flex items-center gap-1.5 text-caption text-white/90 tabular-nums">${counted(texts, 'itineraries', itinerariesCount)}<span aria-hidden="true">·</span>${counted(texts, 'stops', stopsCount)}</span>
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

/** What this is, and a field that works without the app; as `MapHead` has it. */
function head(texts: CardTexts): string {
  const [sentence, search] = [plainText(texts, 'sentence'), plainText(texts, 'search')];
  return `<div class="glass absolute top-3 left-3 z-strip rounded-card p-2.5 text-ink shadow-float max-md:right-3 md:w-96">
    <h1 class="text-pretty px-1 pb-2 font-semibold text-small">${sentence}</h1>
    <form action="/search"><input name="q" type="search" aria-label="${search}" placeholder="${search}" autocomplete="off" maxlength="200" class="h-11 w-full rounded-control border border-line-strong bg-surface pl-11 pr-4 text-body text-ink placeholder:text-muted"></form>
  </div>`;
}

/** What the home page shows before any script runs: the frame of the app, the globe and the cards. Gives way to the app as a whole. */
export function firstScreenMarkup({ countries, texts, sidebar, isConsentAsked }: FirstScreen): string {
  const rail = { expanded: 'w-sidebar', collapsed: 'w-rail', new: 'w-rail xl:w-sidebar' }[sidebar];
  const name = { expanded: '', collapsed: 'hidden ', new: 'hidden xl:inline ' }[sidebar];
  return `<div class="flex min-h-dvh bg-canvas text-ink">
  <div class="sticky top-0 z-rail hidden h-dvh shrink-0 flex-col gap-1 overflow-hidden border-line border-r bg-surface px-1 py-3 md:flex ${rail}">
    <span class="mb-3 flex h-10 items-center gap-3 rounded-xl px-0.5 text-ink text-lg">${logo}<span class="${name}font-extrabold tracking-tight">Waystory</span></span>
  </div>
  <div class="flex min-w-0 flex-1 flex-col pb-16 md:pb-0 h-dvh">
    <div class="sticky top-0 z-bar flex h-14 shrink-0 items-center border-line border-b bg-canvas/90 gap-2 px-3 md:px-5"><span class="-mr-1 size-9 coarse:min-w-11 md:hidden"></span><span class="md:hidden">${logo.replace('size-9', 'size-8')}</span></div>
    <div aria-busy="true" class="relative min-h-0 flex-1">
      <div class="absolute inset-0 isolate overflow-hidden bg-[#0d1c33] max-md:[--globe-covered-top:6rem]" style="--map-covered-bottom: 200px">
        <div class="home-sky absolute inset-0 overflow-hidden"><div class="home-stars absolute inset-0"></div><div class="home-globe"></div></div>
        ${head(texts)}
        ${countries ? cardStrip(countries, texts) : ''}
      </div>
    </div>
    ${isConsentAsked ? '<div class="h-14 shrink-0 border-line border-t bg-raised"></div>' : ''}
  </div>
  <div class="fixed inset-x-0 bottom-0 z-rail border-line border-t bg-surface pb-[env(safe-area-inset-bottom)] md:hidden"><div class="h-16"></div></div>
</div>`;
}
