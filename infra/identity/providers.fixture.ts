/**
 * Discovery document of a real provider, with an invented tenant, reduced to endpoints and lists of features. `asks` has the settings that match the
 * provider, if the defaults do not.
 */
export interface ProviderFixture {
  issuer: string;
  document: Readonly<Record<string, unknown>>;
  asks?: { scope?: string; audienceParameter?: 'resource' | 'audience' | 'both' | 'none' };
  /** Origins besides the issuer's. */
  connect?: string[];
  frame?: string[];
  /** Codes of the faults of the default settings. */
  faults: string[];
}

const code = { response_types_supported: ['code', 'id_token'], id_token_signing_alg_values_supported: ['RS256'] };
const pkce = { code_challenge_methods_supported: ['plain', 'S256'] };
const plain = { scope: 'openid profile email', audienceParameter: 'none' } as const;
const tenant = '11111111-2222-4333-8444-555555555555';

export const providerFixtures: Readonly<Record<string, ProviderFixture>> = {
  Google: {
    issuer: 'https://accounts.google.com',
    document: {
      ...{ issuer: 'https://accounts.google.com', authorization_endpoint: 'https://accounts.google.com/o/oauth2/v2/auth' },
      ...{ token_endpoint: 'https://oauth2.googleapis.com/token', userinfo_endpoint: 'https://openidconnect.googleapis.com/v1/userinfo' },
      ...{ jwks_uri: 'https://www.googleapis.com/oauth2/v3/certs', scopes_supported: ['openid', 'email', 'profile'], ...code, ...pkce },
    },
    asks: plain,
    connect: ['https://oauth2.googleapis.com'],
    faults: ['identity/scope-unlisted'],
  },
  'Amazon Cognito': {
    issuer: 'https://cognito-idp.eu-west-1.amazonaws.com/eu-west-1_Example12',
    document: {
      issuer: 'https://cognito-idp.eu-west-1.amazonaws.com/eu-west-1_Example12',
      authorization_endpoint: 'https://waystory.auth.eu-west-1.amazoncognito.com/oauth2/authorize',
      token_endpoint: 'https://waystory.auth.eu-west-1.amazoncognito.com/oauth2/token',
      end_session_endpoint: 'https://waystory.auth.eu-west-1.amazoncognito.com/logout',
      jwks_uri: 'https://cognito-idp.eu-west-1.amazonaws.com/eu-west-1_Example12/.well-known/jwks.json',
      ...{ scopes_supported: ['openid', 'email', 'phone', 'profile'], ...code, response_types_supported: ['code', 'token'] },
    },
    asks: { scope: 'openid profile email' },
    connect: ['https://waystory.auth.eu-west-1.amazoncognito.com'],
    frame: ['https://waystory.auth.eu-west-1.amazoncognito.com'],
    faults: ['identity/scope-unlisted'],
  },
  'Entra ID, version 2': {
    issuer: `https://login.microsoftonline.com/${tenant}/v2.0`,
    document: {
      issuer: `https://login.microsoftonline.com/${tenant}/v2.0`,
      authorization_endpoint: `https://login.microsoftonline.com/${tenant}/oauth2/v2.0/authorize`,
      token_endpoint: `https://login.microsoftonline.com/${tenant}/oauth2/v2.0/token`,
      jwks_uri: `https://login.microsoftonline.com/${tenant}/discovery/v2.0/keys`,
      ...{ scopes_supported: ['openid', 'profile', 'email', 'offline_access'], ...code },
    },
    asks: { scope: 'openid profile email offline_access', audienceParameter: 'none' },
    faults: ['identity/scope-unlisted', 'identity/audience-parameter'],
  },
  'Entra ID, version 1': {
    issuer: `https://sts.windows.net/${tenant}/`,
    document: {
      issuer: `https://sts.windows.net/${tenant}/`,
      authorization_endpoint: `https://login.microsoftonline.com/${tenant}/oauth2/authorize`,
      token_endpoint: `https://login.microsoftonline.com/${tenant}/oauth2/token`,
      jwks_uri: 'https://login.microsoftonline.com/common/discovery/keys',
      ...{ scopes_supported: ['openid'], ...code },
    },
    asks: { scope: 'openid' },
    connect: ['https://login.microsoftonline.com'],
    frame: ['https://login.microsoftonline.com'],
    faults: ['identity/scope-unlisted'],
  },
  'Entra ID, any tenant': {
    issuer: 'https://login.microsoftonline.com/common/v2.0',
    document: {
      issuer: 'https://login.microsoftonline.com/{tenantid}/v2.0',
      authorization_endpoint: 'https://login.microsoftonline.com/common/oauth2/v2.0/authorize',
      token_endpoint: 'https://login.microsoftonline.com/common/oauth2/v2.0/token',
      jwks_uri: 'https://login.microsoftonline.com/common/discovery/v2.0/keys',
      ...code,
    },
    faults: ['identity/issuer-of-no-tenant', 'identity/audience-parameter'],
  },
  Auth0: {
    issuer: 'https://waystory.eu.auth0.com',
    document: {
      issuer: 'https://waystory.eu.auth0.com/',
      authorization_endpoint: 'https://waystory.eu.auth0.com/authorize',
      token_endpoint: 'https://waystory.eu.auth0.com/oauth/token',
      jwks_uri: 'https://waystory.eu.auth0.com/.well-known/jwks.json',
      ...{ scopes_supported: ['openid', 'profile', 'offline_access', 'name', 'email'], ...code, ...pkce },
    },
    asks: { scope: 'openid profile email offline_access', audienceParameter: 'audience' },
    faults: ['identity/issuer-slash', 'identity/scope-unlisted', 'identity/audience-parameter'],
  },
  Okta: {
    issuer: 'https://waystory.okta.com/oauth2/default',
    document: {
      issuer: 'https://waystory.okta.com/oauth2/default',
      authorization_endpoint: 'https://waystory.okta.com/oauth2/default/v1/authorize',
      token_endpoint: 'https://waystory.okta.com/oauth2/default/v1/token',
      jwks_uri: 'https://waystory.okta.com/oauth2/default/v1/keys',
      ...{ scopes_supported: ['openid', 'profile', 'email', 'address', 'phone', 'offline_access', 'device_sso'], ...code },
      code_challenge_methods_supported: ['S256'],
    },
    asks: { scope: 'openid profile email offline_access', audienceParameter: 'none' },
    faults: ['identity/scope-unlisted'],
  },
  Keycloak: {
    issuer: 'https://id.example.org/realms/waystory',
    document: {
      issuer: 'https://id.example.org/realms/waystory',
      authorization_endpoint: 'https://id.example.org/realms/waystory/protocol/openid-connect/auth',
      token_endpoint: 'https://id.example.org/realms/waystory/protocol/openid-connect/token',
      jwks_uri: 'https://id.example.org/realms/waystory/protocol/openid-connect/certs',
      ...{ scopes_supported: ['openid', 'profile', 'email', 'offline_access', 'api', 'roles'], ...code, ...pkce },
    },
    faults: [],
  },
  'Keycloak, back channel on a host of its own': {
    issuer: 'https://id.example.org/realms/waystory',
    document: {
      issuer: 'https://id.example.org/realms/waystory',
      authorization_endpoint: 'https://id.example.org/realms/waystory/protocol/openid-connect/auth',
      token_endpoint: 'https://id-inside.example.org:8443/realms/waystory/protocol/openid-connect/token',
      jwks_uri: 'https://id-inside.example.org:8443/realms/waystory/protocol/openid-connect/certs',
      ...{ scopes_supported: ['openid', 'profile', 'email', 'offline_access', 'api'], ...code, ...pkce },
    },
    connect: ['https://id-inside.example.org:8443'],
    faults: [],
  },
  Authentik: {
    issuer: 'https://auth.example.org/application/o/waystory',
    document: {
      issuer: 'https://auth.example.org/application/o/waystory/',
      authorization_endpoint: 'https://auth.example.org/application/o/authorize/',
      token_endpoint: 'https://auth.example.org/application/o/token/',
      jwks_uri: 'https://auth.example.org/application/o/waystory/jwks/',
      ...{ scopes_supported: ['email', 'openid', 'profile', 'offline_access'], ...code, ...pkce },
    },
    asks: { scope: 'openid profile email offline_access', audienceParameter: 'none' },
    faults: ['identity/issuer-slash', 'identity/scope-unlisted'],
  },
  Zitadel: {
    issuer: 'https://waystory-abc123.zitadel.cloud',
    document: {
      issuer: 'https://waystory-abc123.zitadel.cloud',
      authorization_endpoint: 'https://waystory-abc123.zitadel.cloud/oauth/v2/authorize',
      token_endpoint: 'https://waystory-abc123.zitadel.cloud/oauth/v2/token',
      jwks_uri: 'https://waystory-abc123.zitadel.cloud/oauth/v2/keys',
      ...{ scopes_supported: ['openid', 'profile', 'email', 'phone', 'address', 'offline_access'], ...code },
      ...{ code_challenge_methods_supported: ['S256'], id_token_signing_alg_values_supported: ['EdDSA', 'RS256', 'ES256'] },
    },
    asks: { scope: 'openid profile email offline_access', audienceParameter: 'none' },
    faults: ['identity/scope-unlisted'],
  },
  Authelia: {
    issuer: 'https://auth.example.org',
    document: {
      issuer: 'https://auth.example.org',
      authorization_endpoint: 'https://auth.example.org/api/oidc/authorization',
      token_endpoint: 'https://auth.example.org/api/oidc/token',
      jwks_uri: 'https://auth.example.org/jwks.json',
      ...{ scopes_supported: ['offline_access', 'openid', 'profile', 'groups', 'email'], ...code, code_challenge_methods_supported: ['S256'] },
    },
    asks: { scope: 'openid profile email offline_access', audienceParameter: 'audience' },
    faults: ['identity/scope-unlisted'],
  },
  Dex: {
    issuer: 'https://dex.example.org/dex',
    document: {
      issuer: 'https://dex.example.org/dex',
      authorization_endpoint: 'https://dex.example.org/dex/auth',
      token_endpoint: 'https://dex.example.org/dex/token',
      jwks_uri: 'https://dex.example.org/dex/keys',
      ...{ scopes_supported: ['openid', 'email', 'groups', 'profile', 'offline_access'], ...code, ...pkce },
    },
    asks: { scope: 'openid profile email offline_access', audienceParameter: 'none' },
    faults: ['identity/scope-unlisted'],
  },
  'AD FS': {
    issuer: 'https://sso.example.org/adfs',
    document: {
      issuer: 'https://sso.example.org/adfs',
      authorization_endpoint: 'https://sso.example.org/adfs/oauth2/authorize/',
      token_endpoint: 'https://sso.example.org/adfs/oauth2/token/',
      jwks_uri: 'https://sso.example.org/adfs/discovery/keys',
      access_token_issuer: 'http://sso.example.org/adfs/services/trust',
      ...{ scopes_supported: ['profile', 'email', 'openid', 'allatclaims', 'user_impersonation'], ...code },
    },
    asks: { scope: 'openid profile email' },
    faults: ['identity/scope-unlisted'],
  },
};
