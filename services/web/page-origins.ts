import type { Config } from '@waystory/infra/config.ts';
import { originsOfIssuer } from '@waystory/infra/identity/discovery-document.ts';
import { mergeOrigins, type PageOrigins } from '@waystory/infra/page-origins.ts';
import { openverseOrigins } from '@waystory/infra/photos/openverse.ts';
import { unsplashOrigins } from '@waystory/infra/photos/unsplash.ts';
import { wikimediaOrigins } from '@waystory/infra/photos/wikimedia.ts';

const originOf = (address: string | undefined): string[] => (address ? [new URL(address).origin] : []);

/** Origins of all picture services, configured or not, because older stories contain their URLs. */
const pictures = ({ PHOTOS_URL, PICTURE_ORIGINS = [] }: Config): PageOrigins[] => [
  ...[unsplashOrigins, wikimediaOrigins, openverseOrigins],
  { image: [...originOf(PHOTOS_URL), ...PICTURE_ORIGINS] },
];

/** Origins of an external map provider. */
function maps({ MAP_STYLE_URL, MAPBOX_TOKEN }: Config): PageOrigins {
  const origins = [...originOf(MAP_STYLE_URL), ...(MAPBOX_TOKEN ? ['https://*.mapbox.com'] : [])];
  return { connect: origins, image: origins };
}

/** Origins of Google's analytics, which most tag containers use. CSP reports show any others. */
const measurements = ({ TAG_MANAGER_ID }: Config): PageOrigins => {
  if (!TAG_MANAGER_ID) return {};
  const tags = ['https://www.googletagmanager.com', 'https://*.googletagmanager.com'];
  const measured = [...tags, 'https://*.google-analytics.com', 'https://*.analytics.google.com'];
  return { script: tags, frame: tags.slice(0, 1), connect: measured, image: measured };
};

/**
 * Origins besides the product that pages may reach: of maps, analytics, the identity provider, monitoring and picture services.
 * @param provider Origins of the identity provider; undefined until its metadata are read.
 */
export const pageOriginsOf = (config: Config, provider?: PageOrigins): Required<PageOrigins> =>
  mergeOrigins([
    maps(config),
    measurements(config),
    provider ?? (config.OIDC_ISSUER ? originsOfIssuer(config.OIDC_ISSUER) : {}),
    { connect: originOf(config.MONITORING_DSN) },
    ...pictures(config),
  ]);
