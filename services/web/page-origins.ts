import type { Config } from '@waystory/infra/config.ts';
import { originsOfIssuer } from '@waystory/infra/identity/discovery-document.ts';
import { originsTogether, type PageOrigins } from '@waystory/infra/page-origins.ts';
import { openverseOrigins } from '@waystory/infra/photos/openverse.ts';
import { unsplashOrigins } from '@waystory/infra/photos/unsplash.ts';
import { wikimediaOrigins } from '@waystory/infra/photos/wikimedia.ts';

const originOf = (address: string | undefined): string[] => (address ? [new URL(address).origin] : []);

/** All services of pictures, whichever is chosen: stories keep the addresses that they were written with. */
const pictures = ({ PHOTOS_URL, PICTURE_ORIGINS = [] }: Config): PageOrigins[] => [
  ...[unsplashOrigins, wikimediaOrigins, openverseOrigins],
  { image: [...originOf(PHOTOS_URL), ...PICTURE_ORIGINS] },
];

/** The map that another service draws. */
function maps({ MAP_STYLE_URL, MAPBOX_TOKEN }: Config): PageOrigins {
  const origins = [...originOf(MAP_STYLE_URL), ...(MAPBOX_TOKEN ? ['https://*.mapbox.com'] : [])];
  return { connect: origins, image: origins };
}

/** A container of tags, with the measurements of Google that most containers hold; what else one holds, reports of the policy tell. */
const measurements = ({ TAG_MANAGER_ID }: Config): PageOrigins => {
  if (!TAG_MANAGER_ID) return {};
  const tags = ['https://www.googletagmanager.com', 'https://*.googletagmanager.com'];
  const measured = [...tags, 'https://*.google-analytics.com', 'https://*.analytics.google.com'];
  return { script: tags, frame: tags.slice(0, 1), connect: measured, image: measured };
};

/**
 * Where pages may go beside this product itself: what its services declare, and nothing else.
 * @param provider origins of the provider of identities, once it is known
 */
export const pageOriginsOf = (config: Config, provider?: PageOrigins): Required<PageOrigins> =>
  originsTogether([
    maps(config),
    measurements(config),
    provider ?? (config.OIDC_ISSUER ? originsOfIssuer(config.OIDC_ISSUER) : {}),
    { connect: originOf(config.MONITORING_DSN) },
    ...pictures(config),
  ]);
