import type pg from 'pg';
import type { Config } from './config.ts';
import { type AnswerCache, memoryAnswers, postgresAnswers } from './open-data/answer-cache.ts';
import { openChoices } from './open-data/open-choices.ts';
import { openService } from './open-data/open-service.ts';
import { photosWithOpen } from './photos/open-photos.ts';
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

const day = 86_400_000;

/**
 * What each service allows all visitors of an installation together, questions a second, and how long its answers are good, milliseconds. Nominatim's policy
 * says one; the others ask for fair use, of which this is a small part.
 */
const manners = {
  photon: { perSecond: 4, goodFor: 30 * day },
  nominatim: { perSecond: 1, goodFor: 30 * day },
  valhalla: { perSecond: 2, goodFor: 90 * day, noneIs: [400, 404] },
  osrm: { perSecond: 2, goodFor: 90 * day, noneIs: [400, 404] },
  wikimedia: { perSecond: 4, goodFor: 7 * day },
  openverse: { perSecond: 1, goodFor: 7 * day },
} as const;

/** Servers of one's own take as much as they can, questions a second. */
const ownServer = 50;

/** Who asks, as open services want to know it. */
export const userAgentOf = ({ PUBLIC_ORIGIN, CONTACT_EMAIL }: Pick<Config, 'PUBLIC_ORIGIN' | 'CONTACT_EMAIL'>): string =>
  `Waystory/1 (${PUBLIC_ORIGIN}; ${CONTACT_EMAIL})`;

/** Places, ways and pictures of the open services that the settings choose, beside what is built in. */
export function openAdaptersOf(config: Config, pool: pg.Pool | null): Partial<{ places: Places; photos: Photos; routing: Routing }> {
  const answers: AnswerCache = pool ? postgresAnswers(pool) : memoryAnswers();
  const choices = openChoices(config);
  const serviceOf = (provider: keyof typeof manners) => {
    const choice = choices.find((one) => one.provider === provider);
    if (!choice) return null;
    const { url, isPublic } = choice;
    const manner = isPublic ? manners[provider] : { ...manners[provider], perSecond: ownServer };
    return openService({ name: provider, url, userAgent: userAgentOf(config), answers, ...manner });
  };
  const [photon, nominatim, valhalla, osrm] = [serviceOf('photon'), serviceOf('nominatim'), serviceOf('valhalla'), serviceOf('osrm')];
  const [wikimedia, openverse] = [serviceOf('wikimedia'), serviceOf('openverse')];
  const places = (photon && photonPlaces(photon)) ?? (nominatim && nominatimPlaces(nominatim));
  const routing = (valhalla && valhallaRouting(valhalla)) ?? (osrm && osrmRouting(osrm));
  const photos = (wikimedia && wikimediaPhotos(wikimedia)) ?? (openverse && openversePhotos(openverse));
  return {
    ...(places && { places: placesWithOpen(places, gazetteerPlaces(), answers) }),
    ...(routing && { routing: routingWithOpen(routing, straightRouting()) }),
    ...(photos && { photos: photosWithOpen(photos, scenePhotos()) }),
  };
}
