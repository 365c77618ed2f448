import { fileURLToPath } from 'node:url';
import compress, { type FastifyCompressOptions } from '@fastify/compress';
import fastifyStatic from '@fastify/static';
import { Rejected } from '@waystory/infra/errors.ts';
import { hiddenRoute } from '@waystory/infra/hidden-route.ts';
import { defineService, type OpenServices } from '@waystory/infra/host/service.ts';
import { injectFetch } from '@waystory/infra/http/caller.ts';
import { limitScopeAs, networkOf } from '@waystory/infra/http/limits.ts';
import { createWorkQueue, type QueueLimits, type WorkQueue } from '@waystory/infra/work-queue.ts';
import { createClient } from '@waystory/proto/kit/client.ts';
import { localeErrors, localeRoutes } from '@waystory/proto/texts/locale.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { serveAdminApp } from './admin-app.ts';
import { builtFiles, homeTexts, isBuilt, pageFilesOf, pageTemplate, type ServerRenderedPage, webDist } from './built-app.ts';
import { firstScreenMarkup } from './first-screen.ts';
import type { FrameState } from './frame.ts';
import { brotliOptions, createPageCache, encodingFor } from './kept-pages.ts';
import { bindLocaleRoutes } from './locale.routes.ts';
import { embeddedJson, embeddedText } from './markup.ts';
import { headMarkup, type PageHead } from './page-head.ts';
import { cachedPageHeaders, filePolicy } from './page-headers.ts';
import { pageRoutes } from './page-routes.ts';
import { createPageStoryReader } from './page-stories.ts';
import { type Page, pageAt } from './pages.ts';
import { mountPolicyReports } from './policy-reports.ts';
import { keepReleaseFiles, serveReleaseFiles } from './release-files.ts';
import { runtimeConfig } from './runtime-config.ts';
import { type PageContent, pageContentMarkup } from './story-screen.ts';

/** Bounded queue of page renderings, with a limit per caller and a common limit. */
interface PagePlaces {
  /** @throws Error that `refusal` of the full queue creates. */
  run<T>(caller: string, work: () => Promise<T>): Promise<T>;
}

/** Creates the queue. The queue of a caller exists only while it has work, so that memory is bounded. */
export function createPageQueue(together: QueueLimits, each: QueueLimits): PagePlaces {
  const all = createWorkQueue(together);
  const callers = new Map<string, { queue: WorkQueue; underWay: number }>();
  return {
    async run(caller, work) {
      const own = callers.get(caller) ?? { queue: createWorkQueue(each), underWay: 0 };
      callers.set(caller, own);
      own.underWay += 1;
      try {
        return await own.queue.run(caller, () => all.run(caller, work));
      } finally {
        own.underWay -= 1;
        if (own.underWay === 0) callers.delete(caller);
      }
    },
  };
}

const flags = fileURLToPath(new URL('./3x2/', import.meta.resolve('country-flag-icons/package.json')));

/** Paths without pages: an unknown path among them answers 404 instead of the app's page. */
const noPage = /^\/(api|idp|mcp|sandbox|\.well-known|basemap|streets|photos|flags|assets|locales|livez|readyz|metrics)(\/|$)|\.[a-z0-9]{2,5}$/i;

/**
 * Path of a request target, which may be an absolute URL. Repeated slashes and backslashes collapse, because browsers read `//host` as another site.
 */
const pathOf = (target: string): string =>
  target
    .replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, '')
    .replace(/[?#].*$/s, '')
    .replace(/^$|[/\\]+/g, '/');
const asksForMore = /\?./;

/** Cookies of the web app: state of the sidebar (`app/layout/sidebar-state.ts`) and of the cookie consent (`model/consent/consent.ts`). */
const sidebarCookie = /(?:^|; )waystory_sidebar=(expanded|collapsed)(?:;|$)/;
const consentCookie = /(?:^|; )waystory_consent=(?:accepted|declined)(?:;|$)/;

function frameFor(cookies = ''): FrameState {
  const sidebar = sidebarCookie.exec(cookies)?.[1] as 'expanded' | 'collapsed' | undefined; // as: the pattern has these two alternatives
  return { sidebar: sidebar ?? 'new', isConsentAsked: !consentCookie.test(cookies) };
}

async function serveFiles(app: FastifyInstance, policy: string, { engines }: OpenServices): Promise<void> {
  limitScopeAs(app, { as: 'file' });
  serveReleaseFiles(app, engines.blobs, policy);
  await app.register(fastifyStatic, { ...builtFiles(webDist, policy), globIgnore: ['index.html*', '.content-hash', '.vite/**'] });
  await app.register(fastifyStatic, { root: flags, prefix: '/flags/', decorateReply: false, maxAge: '30d' });
}

const compression = { encodings: ['br', 'gzip'], brotliOptions } satisfies FastifyCompressOptions;

/** Error of a full queue of page renderings. The limits below are in common, and per caller. */
const refusal = () => new Rejected('request/overloaded');
const [together, each] = [
  { atOnce: 4, waiting: 200, refusal },
  { atOnce: 2, waiting: 20, refusal },
];

const shellOf = (template: string, settings: object): string =>
  template
    .replace('<!--head-->', '<title>Waystory</title><meta name="robots" content="noindex" />')
    .replace('<!--first-screen-->', '')
    .replace('<!--data-->', () => embeddedJson('config', settings));

async function servePages(app: FastifyInstance, { config, identityProvider }: OpenServices, template: string): Promise<void> {
  await app.register(compress, compression);
  const headers = cachedPageHeaders(template, config, identityProvider);
  const files = { home: pageFilesOf('home'), story: pageFilesOf('story'), stop: pageFilesOf('stop') };
  const texts = homeTexts();
  const settings = runtimeConfig(config);
  const fetchInside = injectFetch(app);
  const api = createClient(pageRoutes, { baseUrl: '/api', fetch: fetchInside });
  const sources = { api, stories: createPageStoryReader(api, fetchInside) };
  const [places, kept] = [createPageQueue(together, each), createPageCache()];
  app.get('/config.json', hiddenRoute, async () => settings);
  const ofPage = () => ({ ...headers(), 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-cache' });
  // Offline shell of the service worker, which contains the app without any data.
  app.get('/shell.html', hiddenRoute, async (_, reply) => reply.headers(ofPage()).send(shellOf(template, settings)));

  const written = (head: PageHead, drawn: ServerRenderedPage | null, screen: string, data: readonly string[]): string =>
    template
      .replace('<!--head-->', () => [headMarkup(head, config.PUBLIC_ORIGIN), drawn ? files[drawn].styles : ''].join('\n    '))
      .replace('<!--first-screen-->', () => screen)
      .replace('<!--data-->', () => [embeddedJson('config', settings), ...data, drawn ? files[drawn].next : ''].join('\n    '));

  function plainPage({ head, countries }: Page, asked: FastifyRequest, frame: FrameState): string {
    if (!countries) return written(head, null, '', []);
    const shown = asksForMore.test(asked.url) ? null : countries;
    return written(head, 'home', firstScreenMarkup({ countries: shown, texts }, frame), [embeddedJson('first-screen', { countries })]);
  }

  const storyHtml = (head: PageHead, reading: PageContent, embedded: string | null, frame: FrameState): string =>
    written(head, reading.stop ? 'stop' : 'story', pageContentMarkup(reading, frame), embedded === null ? [] : [embeddedText('story', embedded)]);

  async function answer(pathname: string, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const page = await pageAt(pathname, sources);
    const frame = frameFor(request.headers.cookie);
    if ('head' in page)
      return reply
        .code(page.status)
        .headers(ofPage())
        .send(plainPage(page, request, frame));
    const encoding = encodingFor(request.headers['accept-encoding']);
    const { story, content } = page;
    const name = `${pathname} ${frame.sidebar} ${frame.isConsentAsked}`;
    let bytes = kept.get(name, encoding, story.revision);
    if (!bytes) {
      const now = content();
      if ('status' in now)
        return reply
          .code(now.status)
          .headers(ofPage())
          .send(plainPage(now, request, frame));
      bytes = await kept.keep(name, encoding, story.revision, storyHtml(now.head, now.reading, story.embedded, frame));
    }
    reply.headers({ ...ofPage(), vary: 'accept-encoding', ...(encoding !== 'identity' && { 'content-encoding': encoding }) });
    return reply.send(bytes);
  }

  app.get('/*', hiddenRoute, async (request, reply) => {
    const pathname = pathOf(request.url);
    if (noPage.test(pathname)) return reply.callNotFound();
    return places.run(networkOf(request.ip), () => answer(pathname, request, reply));
  });
}

const notBuilt = (reply: FastifyReply): FastifyReply =>
  reply.code(503).type('text/plain; charset=utf-8').send('The web app is not built yet. Run `npm run build`; the API is at /api/docs.');

/** Stores the files of this release. A failure is only logged, because pages work without the blob store. */
const keepFiles = ({ engines, log }: OpenServices): Promise<void> =>
  keepReleaseFiles(engines.blobs, new Date()).catch((error: unknown) => log.warn({ err: error }, 'files of this release are not kept for others'));

/** The web app: its files, and its pages with metadata for search engines and link previews. */
export const webService = defineService({
  name: 'web',
  streams: [],
  routes: [],
  projections: [],
  reactors: () => [],
  errors: localeErrors,
  openRoutes: [localeRoutes],
  open: async (services) => ({
    ...(isBuilt() && { complete: keepFiles(services) }),
    routes: [bindLocaleRoutes(services.config)],
    mountWrites: (app) => mountPolicyReports(app, services.log),
    async mount(app) {
      await mountPolicyReports(app, services.log);
      if (!isBuilt()) {
        services.log.warn('the web app is not built; run npm run build');
        app.get('/', hiddenRoute, (_, reply) => notBuilt(reply));
        return;
      }
      const template = pageTemplate();
      await app.register((scope) => serveFiles(scope, filePolicy(template, services.config), services));
      await app.register((scope) => serveAdminApp(scope, services));
      await app.register((scope) => servePages(scope, services, template));
    },
  }),
});
