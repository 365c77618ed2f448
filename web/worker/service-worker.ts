/// <reference lib="webworker" />
import { CacheableResponsePlugin } from 'workbox-cacheable-response';
import { clientsClaim } from 'workbox-core';
import { ExpirationPlugin } from 'workbox-expiration';
import { matchPrecache, type PrecacheEntry, precache } from 'workbox-precaching';
import { registerRoute } from 'workbox-routing';
import { CacheFirst, NetworkFirst } from 'workbox-strategies';

/** Files of this release with revisions, inserted by the build. */
declare const releaseFiles: PrecacheEntry[];

/** App shell: the HTML of the app without content or user data. */
const shell = '/shell.html';
/** Paths outside the app, and the silent sign-in frame. */
const notOfTheApp = /^\/(api|admin|idp|sandbox|auth\/silent|basemap|livez|readyz|metrics)/;
/** Longest wait for a translation from the network when the cache has it, seconds. */
const textsWithin = 4;
const day = 86_400;

// No skipWaiting: a new release is activated after the last tab of the old release has closed. Otherwise an open tab would miss its modules.
precache(releaseFiles);
clientsClaim();

const isAway = ({ status }: Response): boolean => status >= 502 && status <= 504;

/**
 * Navigations go to the server, and fall back to the app shell. Navigation preload is off, because it would repeat the single-use steps of a sign-in.
 */
registerRoute(
  ({ request, url, sameOrigin }) => sameOrigin && request.mode === 'navigate' && !notOfTheApp.test(url.pathname),
  async ({ request }) => {
    try {
      const response = await fetch(request);
      if (!isAway(response)) return response;
      return (await matchPrecache(shell)) ?? response;
    } catch (error) {
      const kept = await matchPrecache(shell);
      if (kept) return kept;
      throw error;
    }
  },
);

const bounded = (maxEntries: number, days: number): ExpirationPlugin =>
  new ExpirationPlugin({ maxEntries, maxAgeSeconds: days * day, purgeOnQuotaError: true });
const complete = new CacheableResponsePlugin({ statuses: [200] });
const modules = new CacheFirst({ cacheName: 'modules', plugins: [complete, bounded(80, 30)] });

/** Hashed files of any release that an open tab may need. */
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith('/assets/'),
  async (about) => (await caches.match(about.request, { ignoreVary: true })) ?? modules.handle(about),
);

/** Translations: network first, because their names contain no hash and a new release must not get old translations. */
const texts = new NetworkFirst({ cacheName: 'texts', networkTimeoutSeconds: textsWithin, plugins: [complete, bounded(60, 30)] });
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith('/locales/'),
  async (about) => {
    try {
      return await texts.handle(about);
    } catch (error) {
      const kept = await matchPrecache(about.url.pathname);
      if (kept) return kept;
      throw error;
    }
  },
);

// Cache first, because pictures and tiles are immutable. API answers are not cached here, because they depend on the user; the app caches them.
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && /^\/(photos|media|flags)\//.test(url.pathname),
  new CacheFirst({ cacheName: 'pictures', plugins: [complete, bounded(200, 30)] }),
);
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && /^\/basemap\/[^/]+\/[^/]+\/\d+\/\d+\/\d+/.test(url.pathname),
  new CacheFirst({ cacheName: 'tiles', plugins: [complete, bounded(400, 30)] }),
);
