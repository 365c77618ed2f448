import { createHash } from 'node:crypto';
import type { Config } from '@waystory/infra/config.ts';
import type { ProviderState } from '@waystory/infra/identity/discovery.ts';
import type { PageOrigins } from '@waystory/infra/page-origins.ts';
import { pageOriginsOf } from './page-origins.ts';
import { reportsPath } from './policy-reports.ts';

const sha256 = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** Contents of a page's inline scripts. Script elements with data have attributes, so they do not match. */
export const inlineScriptsIn = (html: string): string[] => Array.from(html.matchAll(/<script>([\s\S]*?)<\/script>/g), ([, body = '']) => body);

/** Content Security Policy of a page. `reachable` adds sources to `connect-src`. */
function policyOf(html: string, { connect, script, image, frame }: Required<PageOrigins>, reachable: readonly string[] = []): string {
  const policy = {
    'default-src': ["'self'"],
    'script-src': ["'self'", ...inlineScriptsIn(html).map(sha256), ...script],
    // Dialogs and toasts position themselves with inline styles.
    'style-src': ["'self'", "'unsafe-inline'"],
    'img-src': ["'self'", 'data:', 'blob:', ...image],
    'font-src': ["'self'", 'data:'],
    'connect-src': ["'self'", ...connect, ...reachable],
    'worker-src': ["'self'", 'blob:'],
    // The silent sign-in runs in a hidden iframe of this origin.
    'frame-src': ["'self'", ...frame],
    'frame-ancestors': ["'self'"],
    'base-uri': ["'self'"],
    'form-action': ["'self'"],
    'object-src': ["'none'"],
    // Browsers with `report-to` ignore this directive and report over https only.
    'report-uri': [reportsPath],
  };
  return Object.entries(policy)
    .map(([name, sources]) => `${name} ${sources.join(' ')}`)
    .join('; ');
}

/** Policy of the app's files. A worker has the policy of its own file, and the map's worker fetches tiles from hosts in the map style. */
export const filePolicy = (html: string, config: Config): string => policyOf(html, pageOriginsOf(config), config.MAP_STYLE_URL ? ['https:'] : []);

/**
 * Headers of every page of the web app.
 * @param provider Origins of the identity provider; undefined until its metadata are read.
 */
export function pageHeaders(html: string, config: Config, provider?: PageOrigins): Record<string, string> {
  return {
    'content-security-policy': policyOf(html, pageOriginsOf(config, provider)),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'permissions-policy': 'geolocation=(self), camera=(), microphone=()',
    'cross-origin-opener-policy': 'same-origin-allow-popups',
  };
}

/** Returns cached headers, recomputed when the identity provider's origins change. */
export function cachedPageHeaders(html: string, config: Config, provider: Pick<ProviderState, 'origins'> | null): () => Record<string, string> {
  let [origins, headers] = [provider?.origins(), pageHeaders(html, config, provider?.origins())];
  return () => {
    if (provider?.origins() === origins) return headers;
    origins = provider?.origins();
    headers = pageHeaders(html, config, origins);
    return headers;
  };
}
