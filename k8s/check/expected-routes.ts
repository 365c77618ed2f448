import { definitions } from '@waystory/services/all.ts';

/** A request and the service that must get it. */
export interface Expected {
  method: string;
  path: string;
  service: string;
}

const id = '0190163d-8694-739b-aea5-966c26f8ad90';
const addressOf = (path: string): string => path.replaceAll(/:\w+/g, id);

/** Every route of the API but those for developers, and the addresses that are no routes of it. */
export function expectedRoutes(): Expected[] {
  const routes = definitions.flatMap(({ name, routes: bound, openRoutes = [] }) =>
    [...bound.map((one) => one.routes), ...openRoutes].flatMap((group) =>
      Object.values(group)
        .filter(({ access }) => access !== 'locales.write')
        .map(({ method, path }) => ({
          method,
          path: `/api${addressOf(path)}`,
          service: `${name}-${method === 'GET' ? 'query' : 'command'}`,
        })),
    ),
  );
  const heads = routes.filter(({ method }) => method === 'GET').map((route) => ({ ...route, method: 'HEAD' }));
  const others: [path: string, service: string, method?: string][] = [
    ['/', 'web-query'],
    [`/itineraries/${id}`, 'web-query'],
    ['/api/docs', 'web-query'],
    ['/api/docs/json', 'web-query'],
    ['/assets/index.js', 'web-query'],
    ['/config.json', 'web-query'],
    ['/csp-reports', 'web-query', 'POST'],
    ['/photos/a-480.webp', 'media-query'],
    [`/media/${id}/a.webp`, 'media-query'],
    ['/uploads/incoming/a', 'media-command', 'PUT'],
    ['/basemap/status', 'basemap-query'],
    ['/basemap/1/street/0/0/0', 'basemap-query'],
    ['/idp/.well-known/openid-configuration', 'accounts-command'],
    ['/idp/token', 'accounts-command', 'POST'],
    ['/.well-known/oauth-authorization-server/idp', 'accounts-command'],
    ['/.well-known/openid-configuration/idp', 'accounts-command'],
    ['/api/webhooks/stripe', 'billing-command', 'POST'],
    ['/sandbox/stripe/pay/cs_test_1', 'billing-command'],
    ['/sandbox/stripe/pay/cs_test_1', 'billing-command', 'POST'],
    ['/.well-known/oauth-protected-resource', 'assistant-query'],
    ['/.well-known/oauth-protected-resource/mcp', 'assistant-query'],
    ['/mcp', 'assistant-command', 'POST'],
    ['/mcp', 'assistant-query'],
  ];
  return [...routes, ...heads, ...others.map(([path, service, method = 'GET']) => ({ method, path, service }))];
}
