import type pg from 'pg';
import type { Config } from './config.ts';
import { ifAvailable } from './errors.ts';
import type { Facts, Language } from './facts/port.ts';
import { wikidataFacts } from './facts/wikidata.ts';
import { type AnswerCache, memoryAnswerCache, postgresAnswerCache } from './open-data/answer-cache.ts';
import { type OpenServiceChoice, openServiceChoices } from './open-data/open-choices.ts';
import { type OpenService, openService } from './open-data/open-service.ts';
import { openversePhotos } from './photos/openverse.ts';
import type { Photos } from './photos/port.ts';
import { scenePhotos } from './photos/scenes.ts';
import { wikimediaPhotos } from './photos/wikimedia.ts';
import { gazetteerPlaces } from './places/gazetteer.ts';
import { nominatimPlaces } from './places/nominatim.ts';
import { placesWithOpen } from './places/open-places.ts';
import { photonPlaces } from './places/photon.ts';
import type { Places } from './places/port.ts';
import { routingWithOpen } from './routing/open-routing.ts';
import { osrmRouting } from './routing/osrm.ts';
import type { Routing } from './routing/port.ts';
import { straightRouting } from './routing/straight.ts';
import { valhallaRouting } from './routing/valhalla.ts';

/** Photos of an open collection, with the product's own drawings as the fallback for no results or an outage. */
const photosWithOpen = (open: Photos, drawn: Photos): Photos => ({
  async search(words, count, near, place) {
    const found = (await ifAvailable(open.search(words, count, near, place))) ?? [];
    return found.length === 0 ? drawn.search(words, count, near, place) : found;
  },
});

const day = 86_400_000;

/**
 * Rate limits per service and installation, requests per second, and lifetimes of cached answers, milliseconds. Nominatim's policy allows one request
 * per second. The other services ask for fair use; these limits stay far below it.
 */
const manners = {
  photon: { perSecond: 4, goodFor: 30 * day },
  nominatim: { perSecond: 1, goodFor: 30 * day },
  valhalla: { perSecond: 2, goodFor: 90 * day, noneIs: [400, 404] },
  osrm: { perSecond: 2, goodFor: 90 * day, noneIs: [400, 404] },
  wikimedia: { perSecond: 4, goodFor: 7 * day },
  openverse: { perSecond: 1, goodFor: 7 * day },
  // Short timeout, because facts are optional texts that several sequential requests fetch, and useless when late.
  wikidata: { perSecond: 4, goodFor: 30 * day, patience: 2_000 },
  wikipedia: { perSecond: 4, goodFor: 30 * day, patience: 2_000 },
} as const;

/** Rate limit of a self-hosted server, requests a second. */
const ownServer = 50;

/** User agent required by open services. */
export const userAgentOf = ({ PUBLIC_ORIGIN, CONTACT_EMAIL }: Pick<Config, 'PUBLIC_ORIGIN' | 'CONTACT_EMAIL'>): string =>
  `Waystory/1 (${PUBLIC_ORIGIN}; ${CONTACT_EMAIL})`;

type Provider = keyof typeof manners;
type Chosen = Pick<OpenServiceChoice, 'url' | 'isPublic'>;

/** Adapters of the open services that the settings choose, for places, routes, photos and facts, with built-in fallbacks. */
export function openServiceAdapters(
  config: Config,
  pool: pg.Pool | null,
): Partial<{ places: Places; photos: Photos; routing: Routing; facts: Facts }> {
  const answers: AnswerCache = pool ? postgresAnswerCache(pool) : memoryAnswerCache();
  const choices = openServiceChoices(config);
  const chosen = (provider: Provider): OpenServiceChoice | null => choices.find((one) => one.provider === provider) ?? null;
  const opened = (provider: Provider, { url, isPublic }: Chosen): OpenService => {
    const manner = isPublic ? manners[provider] : { ...manners[provider], perSecond: ownServer };
    return openService({ name: provider, url, userAgent: userAgentOf(config), answers, ...manner });
  };
  const serviceOf = (provider: Provider): OpenService | null => {
    const choice = chosen(provider);
    return choice && opened(provider, choice);
  };
  const [photon, nominatim, valhalla, osrm] = [serviceOf('photon'), serviceOf('nominatim'), serviceOf('valhalla'), serviceOf('osrm')];
  const [wikimedia, openverse] = [serviceOf('wikimedia'), serviceOf('openverse')];
  const places = (photon && photonPlaces(photon)) ?? (nominatim && nominatimPlaces(nominatim));
  const routing = (valhalla && valhallaRouting(valhalla)) ?? (osrm && osrmRouting(osrm));
  const photos = (wikimedia && wikimediaPhotos(wikimedia)) ?? (openverse && openversePhotos(openverse));
  const wikidata = chosen('wikidata');
  return {
    ...(places && { places: placesWithOpen(places, gazetteerPlaces(), answers) }),
    ...(routing && { routing: routingWithOpen(routing, straightRouting()) }),
    ...(photos && { photos: photosWithOpen(photos, scenePhotos()) }),
    ...(wikidata && { facts: factsOf(wikidata, opened) }),
  };
}

/** Facts from Wikidata and the Wikipedia of each language; a self-hosted server serves both below its base URL. */
function factsOf({ url, isPublic }: Chosen, opened: (provider: Provider, chosen: Chosen) => OpenService): Facts {
  const own = url.replace(/\/+$/, '');
  const articlesIn = (language: Language): OpenService =>
    opened('wikipedia', { url: isPublic ? `https://${language}.wikipedia.org` : `${own}/wikipedia/${language}`, isPublic });
  return wikidataFacts({
    items: opened('wikidata', { url: isPublic ? url : `${own}/wikidata`, isPublic }),
    articles: { en: articlesIn('en'), de: articlesIn('de'), fr: articlesIn('fr') },
  });
}
