import { createHash } from 'node:crypto';
import type { Config } from '@waystory/infra/config.ts';
import type { KnownProvider } from '@waystory/infra/identity/discovery.ts';
import type { PageOrigins } from '@waystory/infra/page-origins.ts';
import { pageOriginsOf } from './page-origins.ts';
import { reportsPath } from './policy-reports.ts';

const sha256 = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** Bodies of the inline scripts of a page: those with neither `src` nor a type that is data. */
export const inlineScripts = (html: string): string[] => Array.from(html.matchAll(/<script>([\s\S]*?)<\/script>/g), ([, body = '']) => body);

/** What a page may do; `reachable` is where it may also fetch from. */
function policyOf(html: string, { connect, script, image, frame }: Required<PageOrigins>, reachable: readonly string[] = []): string {
  const policy = {
    'default-src': ["'self'"],
    'script-src': ["'self'", ...inlineScripts(html).map(sha256), ...script],
    // Dialogs and toasts place themselves with inline styles.
    'style-src': ["'self'", "'unsafe-inline'"],
    'img-src': ["'self'", 'data:', 'blob:', ...image],
    'font-src': ["'self'", 'data:'],
    'connect-src': ["'self'", ...connect, ...reachable],
    'worker-src': ["'self'", 'blob:'],
    // The silent sign-in is a hidden frame of this same origin.
    'frame-src': ["'self'", ...frame],
    'frame-ancestors': ["'self'"],
    'base-uri': ["'self'"],
    'form-action': ["'self'"],
    'object-src': ["'none'"],
    // Browsers that know `report-to` leave this one out where both stand, and then report over https alone.
    'report-uri': [reportsPath],
  };
  return Object.entries(policy)
    .map(([name, sources]) => `${name} ${sources.join(' ')}`)
    .join('; ');
}

/** Policy of the files of the web app. Workers go by that of their own file, and the map's fetches tiles from wherever the style names. */
export const filePolicy = (html: string, config: Config): string => policyOf(html, pageOriginsOf(config), config.MAP_STYLE_URL ? ['https:'] : []);

/**
 * Headers of every page of the web app.
 * @param provider origins of the provider of identities, once it is known
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

/** The same for as long as the provider of identities has the same origins: they are made anew when it moves. */
export function followingHeaders(html: string, config: Config, provider: Pick<KnownProvider, 'origins'> | null): () => Record<string, string> {
  let [origins, headers] = [provider?.origins(), pageHeaders(html, config, provider?.origins())];
  return () => {
    if (provider?.origins() === origins) return headers;
    origins = provider?.origins();
    headers = pageHeaders(html, config, origins);
    return headers;
  };
}
