import { type Config, oidcIssuer } from '@waystory/infra/config.ts';
import { openServiceChoices, providersOf, streetsStylePath } from '@waystory/infra/open-data/open-choices.ts';
import { pageOriginsOf } from './page-origins.ts';

/** The audience, when the identity provider expects it in this parameter; otherwise null. */
const asksFor = ({ OIDC_AUDIENCE, OIDC_AUDIENCE_PARAMETER: chosen }: Config, parameter: 'resource' | 'audience'): string | null =>
  chosen === parameter || chosen === 'both' ? OIDC_AUDIENCE : null;

/** Public settings for the browser, read by `web/client/config.ts`. */
export const runtimeConfig = (config: Config) => ({
  oidc: {
    authority: oidcIssuer(config),
    clientId: config.OIDC_CLIENT_ID,
    resource: asksFor(config, 'resource'),
    audience: asksFor(config, 'audience'),
    scope: config.OIDC_SCOPE,
    rolesClaim: config.OIDC_ROLES_CLAIM,
  },
  mapStyleUrl: providersOf(config).streets === 'openmaptiles' ? streetsStylePath : (config.MAP_STYLE_URL ?? null),
  openServices: openServiceChoices(config).map(({ thing, url }) => ({ thing, host: new URL(url).host })),
  pictureHosts: pageOriginsOf(config).image.map((origin) => origin.replace(/^https?:\/\//, '')),
  mapboxToken: config.MAPBOX_TOKEN ?? null,
  tagManagerId: config.TAG_MANAGER_ID ?? null,
  monitoringDsn: config.MONITORING_DSN ?? null,
  monitoringReplay: config.MONITORING_REPLAY,
  contactEmail: config.CONTACT_EMAIL,
  companyUrl: config.COMPANY_URL,
  socialUrl: config.SOCIAL_URL,
  testPayments: !/^(sk|rk)_live_/.test(config.STRIPE_SECRET_KEY ?? ''),
});
