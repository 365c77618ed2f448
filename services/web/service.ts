import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import { defineService, type OpenServices } from '@waystory/infra/host/service.ts';
import { injectFetch } from '@waystory/infra/http/inject-fetch.ts';
import { countAs } from '@waystory/infra/http/limits.ts';
import { createClient } from '@waystory/proto/kit/client.ts';
import { localeErrors, localeRoutes } from '@waystory/proto/texts/locale.ts';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { dist, homeFiles, homeTexts, isBuilt, pageTemplate } from './built-app.ts';
import { type FirstScreen, firstScreenMarkup } from './first-screen.ts';
import { localeRoutesOn } from './locale.routes.ts';
import { embeddedJson } from './markup.ts';
import { headMarkup } from './page-head.ts';
import { filePolicy, pageHeaders } from './page-headers.ts';
import { pageAt, pageRoutes } from './pages.ts';
import { runtimeConfig } from './runtime-config.ts';

const flags = fileURLToPath(new URL('./3x2/', import.meta.resolve('country-flag-icons/package.json')));

/** Pages are no part of the API's description. */
const hidden = { schema: { hide: true } as object };

/** Files under this path carry their content in their name. */
const hashed = /\/assets\//;
/** Addresses that no page has: what is not there is an error, not the app. */
const noPage = /^\/(api|idp|basemap|photos|flags|assets|locales|livez|readyz|metrics)(\/|$)|\.[a-z0-9]{2,5}$/i;

/** Path of what a request is for, which may be a whole address. Slashes in a row are one, and so is what browsers take for a slash: `//there` is another site. */
const pathOf = (target: string): string =>
  target
    .replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, '')
    .replace(/[?#].*$/s, '')
    .replace(/^$|[/\\]+/g, '/');
const asksForMore = /\?./;

/** Cookies of the web app: whether the sidebar shows its words (`app/layout/sidebar-state.ts`), and the answer about cookies (`model/consent/consent.ts`). */
const sidebarCookie = /(?:^|; )waystory_sidebar=(expanded|collapsed)(?:;|$)/;
const consentCookie = /(?:^|; )waystory_consent=(?:accepted|declined)(?:;|$)/;

const sidebarIn = (cookies: string): FirstScreen['sidebar'] => (sidebarCookie.exec(cookies)?.[1] as 'expanded' | 'collapsed' | undefined) ?? 'new'; // the words of the pattern

async function serveFiles(app: FastifyInstance, policy: string): Promise<void> {
  countAs(app, { as: 'file' });
  const cacheControl = (path: string): string => (hashed.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache');
  await app.register(fastifyStatic, {
    root: dist,
    wildcard: false,
    index: false,
    globIgnore: ['index.html*', '.content-hash', '.vite/**'],
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, path) => reply.header('cache-control', cacheControl(path)).header('content-security-policy', policy),
  });
  await app.register(fastifyStatic, { root: flags, prefix: '/flags/', decorateReply: false, maxAge: '30d' });
}

function servePages(app: FastifyInstance, { config }: OpenServices, template: string): void {
  const headers = pageHeaders(template, config);
  const [files, texts] = [homeFiles(), homeTexts()];
  const settings = runtimeConfig(config);
  const api = createClient(pageRoutes, { baseUrl: '/api', fetch: injectFetch(app) });
  app.get('/config.json', hidden, async () => settings);
  app.get('/*', hidden, async (request, reply) => {
    const pathname = pathOf(request.url);
    if (noPage.test(pathname)) return reply.callNotFound();
    const page = await pageAt(pathname, api);
    const { countries } = page;
    const isHome = countries !== undefined;
    const data = [embeddedJson('config', settings), ...(isHome ? [embeddedJson('first-screen', { countries })] : [])];
    const screen = {
      countries: asksForMore.test(request.url) ? null : (countries ?? null),
      texts,
      sidebar: sidebarIn(request.headers.cookie ?? ''),
      isConsentAsked: !consentCookie.test(request.headers.cookie ?? ''),
    };
    const html = template
      .replace('<!--head-->', () => [headMarkup(page.head, config.PUBLIC_ORIGIN), isHome ? files.styles : ''].join('\n    '))
      .replace('<!--first-screen-->', () => (isHome ? firstScreenMarkup(screen) : ''))
      .replace('<!--data-->', () => [...data, isHome ? files.next : ''].join('\n    '));
    return reply
      .code(page.status)
      .headers({ ...headers, 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-cache' })
      .send(html);
  });
}

const notBuilt = (reply: FastifyReply): FastifyReply =>
  reply.code(503).type('text/plain; charset=utf-8').send('The web app is not built yet. Run `npm run build`; the API is at /api/docs.');

/** The web app: its files, and its pages with what search engines and link previews read. */
export const webService = defineService({
  name: 'web',
  streams: [],
  routes: [],
  projections: [],
  reactors: () => [],
  errors: localeErrors,
  openRoutes: [localeRoutes],
  open: async (services) => ({
    routes: [localeRoutesOn(services.config)],
    async mount(app) {
      if (!isBuilt()) {
        services.log.warn('the web app is not built; run npm run build');
        app.get('/', hidden, (_, reply) => notBuilt(reply));
        return;
      }
      const template = pageTemplate();
      await app.register((scope) => serveFiles(scope, filePolicy(template, services.config)));
      servePages(app, services, template);
    },
  }),
});
