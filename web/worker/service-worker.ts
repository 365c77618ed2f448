/// <reference lib="webworker" />
import { CacheableResponsePlugin } from 'workbox-cacheable-response';
import { clientsClaim } from 'workbox-core';
import { ExpirationPlugin } from 'workbox-expiration';
import { matchPrecache, type PrecacheEntry, precache } from 'workbox-precaching';
import { registerRoute } from 'workbox-routing';
import { CacheFirst, NetworkFirst } from 'workbox-strategies';

/** Files of this release with their revisions; written in by the build. */
declare const releaseFiles: PrecacheEntry[];

/** The app without a page: what the server sends under this path names no story and nobody. */
const shell = '/shell.html';
/** Pages of others than the app, and the frame of the silent sign-in. */
const notOfTheApp = /^\/(api|admin|idp|sandbox|auth\/silent|basemap|livez|readyz|metrics)/;
/** Longest wait for texts that are at hand as well, seconds. */
const textsWithin = 4;
const day = 86_400;

// A new release waits until the last tab of the one before is closed: no tab loses the modules that it may still ask for.
precache(releaseFiles);
clientsClaim();

const isAway = ({ status }: Response): boolean => status >= 502 && status <= 504;

/** Pages come from the server as long as it answers. Without navigation preload: it would ask twice for the steps of a sign-in, which work once. */
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

/** Files with their content in their name: of any release that a tab may still be made of, whichever worker fetched them. */
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith('/assets/'),
  async (about) => (await caches.match(about.request, { ignoreVary: true })) ?? modules.handle(about),
);

/** Texts have no content in their name: a page of a new release must not be given those of the old one. */
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

// Pictures and tiles never change under their address. Answers of the API are kept by the app, which knows who reads.
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && /^\/(photos|media|flags)\//.test(url.pathname),
  new CacheFirst({ cacheName: 'pictures', plugins: [complete, bounded(200, 30)] }),
);
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && /^\/basemap\/[^/]+\/[^/]+\/\d+\/\d+\/\d+/.test(url.pathname),
  new CacheFirst({ cacheName: 'tiles', plugins: [complete, bounded(400, 30)] }),
);
