import { createHash } from 'node:crypto';
import type { Config } from '@waystory/infra/config.ts';

const sha256 = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** Bodies of the inline scripts of a page: those with neither `src` nor a type that is data. */
export const inlineScripts = (html: string): string[] => Array.from(html.matchAll(/<script>([\s\S]*?)<\/script>/g), ([, body = '']) => body);

const originOf = (address: string | undefined): string[] => (address ? [new URL(address).origin] : []);

/** Where the browser may go, beside this product itself: only what the configuration names. */
function outside(config: Config): { connect: string[]; script: string[]; image: string[]; frame: string[] } {
  const maps = [...originOf(config.MAP_STYLE_URL), ...(config.MAPBOX_TOKEN ? ['https://*.mapbox.com'] : [])];
  const tags = config.TAG_MANAGER_ID ? ['https://www.googletagmanager.com'] : [];
  const identity = originOf(config.OIDC_ISSUER);
  return {
    connect: [...maps, ...tags, ...identity, ...originOf(config.MONITORING_DSN)],
    script: tags,
    image: [...maps, ...tags, 'https://images.unsplash.com', 'https://upload.wikimedia.org', 'https://api.openverse.org'],
    frame: [...identity, ...tags],
  };
}

/** What a page may do; `reachable` is where it may also fetch from. */
function policyOf(html: string, config: Config, reachable: readonly string[] = []): string {
  const { connect, script, image, frame } = outside(config);
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
  };
  return Object.entries(policy)
    .map(([name, sources]) => `${name} ${sources.join(' ')}`)
    .join('; ');
}

/** Policy of the files of the web app. Workers go by that of their own file, and the map's fetches tiles from wherever the style names. */
export const filePolicy = (html: string, config: Config): string => policyOf(html, config, config.MAP_STYLE_URL ? ['https:'] : []);

/** Headers of every page of the web app. */
export function pageHeaders(html: string, config: Config): Record<string, string> {
  return {
    'content-security-policy': policyOf(html, config),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'permissions-policy': 'geolocation=(self), camera=(), microphone=()',
    'cross-origin-opener-policy': 'same-origin-allow-popups',
  };
}
