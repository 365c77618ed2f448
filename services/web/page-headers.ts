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
    image: [...maps, ...tags, 'https://images.unsplash.com'],
    frame: [...identity, ...tags],
  };
}

/** Headers of every page of the web app. */
export function pageHeaders(html: string, config: Config) {
  const { connect, script, image, frame } = outside(config);
  const policy = {
    'default-src': ["'self'"],
    'script-src': ["'self'", ...inlineScripts(html).map(sha256), ...script],
    // Dialogs and toasts place themselves with inline styles.
    'style-src': ["'self'", "'unsafe-inline'"],
    'img-src': ["'self'", 'data:', 'blob:', ...image],
    'font-src': ["'self'", 'data:'],
    'connect-src': ["'self'", ...connect],
    'worker-src': ["'self'", 'blob:'],
    // The silent sign-in is a hidden frame of this same origin.
    'frame-src': ["'self'", ...frame],
    'frame-ancestors': ["'self'"],
    'base-uri': ["'self'"],
    'form-action': ["'self'"],
    'object-src': ["'none'"],
  };
  return {
    'content-security-policy': Object.entries(policy)
      .map(([name, sources]) => `${name} ${sources.join(' ')}`)
      .join('; '),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'permissions-policy': 'geolocation=(self), camera=(), microphone=()',
    'cross-origin-opener-policy': 'same-origin-allow-popups',
  };
}
