import { z } from 'zod';
import { isLoopback } from '../config.ts';
import type { PageOrigins } from '../page-origins.ts';
import type { SettingFault } from './setting-fault.ts';

/** Accepted signature algorithms. All are asymmetric, because with HS256 an attacker could use the public key as the secret. */
export const signatureAlgorithms: readonly string[] = ['RS256', 'ES256', 'PS256', 'EdDSA', 'Ed25519'];

/** Settings that are checked against a provider's discovery document. */
export interface ProviderSettings {
  issuer: string;
  /** Scopes that the web app requests, space-separated. */
  scope?: string;
  audienceParameter?: 'resource' | 'audience' | 'both' | 'none';
}

/** Validated content of a discovery document. */
export interface ProviderFacts {
  /** Issuer in the spelling of the provider. */
  issuer: string;
  /** Accepted `iss` claims of access tokens. */
  tokenIssuers: readonly string[];
  keysUrl: string;
  /** Origins that pages fetch from and frame. */
  origins: ProviderOrigins;
}

/** Origins of a provider for the page policy. */
export type ProviderOrigins = Required<Pick<PageOrigins, 'connect' | 'frame'>>;

/**
 * Result of reading a document. `facts` is null for an invalid document, another issuer, or an unusable URL of the keys. `faults` are the wrong
 * settings.
 */
export interface DiscoveryReading {
  facts: ProviderFacts | null;
  faults: SettingFault[];
}

const word = z.string().min(1).max(2_000);
const words = z.array(z.string()).optional().catch(undefined);
const shape = z.object({
  issuer: word,
  jwks_uri: word,
  authorization_endpoint: word.optional(),
  token_endpoint: word.optional(),
  access_token_issuer: word.optional().catch(undefined),
  scopes_supported: words,
  response_types_supported: words,
  code_challenge_methods_supported: words,
  id_token_signing_alg_values_supported: words,
});
type Document = z.output<typeof shape>;

const withoutSlash = (address: string): string => address.replace(/\/+$/, '');
const quoted = (text: string): string => (text.length <= 200 ? text : `${text.slice(0, 199)}…`);

/** URL of an issuer's discovery document. */
export const discoveryUrl = (issuer: string): string => `${withoutSlash(issuer)}/.well-known/openid-configuration`;

/** Origins from the issuer setting alone, without a document. */
export const originsOfIssuer = (issuer: string): ProviderOrigins => {
  const { origin } = new URL(issuer);
  return { connect: [origin], frame: [origin] };
};

/**
 * Parsed URL if requests to it are permitted: https, or plain http to loopback or to the origin of the issuer setting. Null otherwise, or with
 * credentials.
 */
function usable(address: string | undefined, issuer: string): URL | null {
  const url = URL.parse(address ?? '');
  if (url === null || url.username + url.password !== '') return null;
  if (url.protocol === 'https:') return url;
  return url.protocol === 'http:' && (isLoopback(url.hostname) || url.origin === new URL(issuer).origin) ? url : null;
}

/** Reads a discovery document (OpenID Connect Discovery 1.0) and checks the settings against it. */
export function readDiscovery(settings: ProviderSettings, body: unknown): DiscoveryReading {
  const { data: document } = shape.safeParse(body);
  if (!document) return { facts: null, faults: [unreadable(settings.issuer)] };
  const spelling = issuerFault(settings.issuer, document.issuer);
  const faults = [...(spelling ? [spelling] : []), ...endpointFaults(settings, document), ...clientFaults(settings, document)];
  const keys = usable(document.jwks_uri, settings.issuer);
  if (spelling?.blocks || !keys) return { facts: null, faults };
  const { issuer, access_token_issuer: forTokens } = document;
  const addresses = { connect: document.token_endpoint, frame: document.authorization_endpoint };
  const originsFor = (kind: keyof ProviderOrigins): string[] => {
    const origin = usable(addresses[kind], settings.issuer)?.origin;
    return [...new Set([...originsOfIssuer(settings.issuer)[kind], ...(origin ? [origin] : [])])];
  };
  return {
    facts: {
      issuer,
      tokenIssuers: forTokens && forTokens !== issuer ? [issuer, forTokens] : [issuer],
      keysUrl: keys.href,
      origins: { connect: originsFor('connect'), frame: originsFor('frame') },
    },
    faults,
  };
}

const setting = 'OIDC_ISSUER';

const unreadable = (issuer: string): SettingFault => ({
  code: 'identity/discovery-unreadable',
  setting,
  remedy: `${discoveryUrl(issuer)} does not answer with a discovery document of OpenID Connect. Set OIDC_ISSUER to the issuer of your provider.`,
  blocks: true,
});

/** Fault of the issuer setting. An issuer that differs only by a trailing slash is the same provider; any other difference blocks the sign-in. */
function issuerFault(issuer: string, said: string): SettingFault | null {
  if (said === issuer) return null;
  if (/[{}]/.test(said))
    return {
      code: 'identity/issuer-of-no-tenant',
      setting,
      remedy: `The provider answers for many tenants and calls itself ${quoted(said)}. Set OIDC_ISSUER to the address with the id of your tenant.`,
      blocks: true,
    };
  const isSame = withoutSlash(said) === withoutSlash(issuer);
  return {
    code: isSame ? 'identity/issuer-slash' : 'identity/issuer-differs',
    setting,
    remedy: `OIDC_ISSUER is ${issuer}, but the provider calls itself ${quoted(said)}. Set OIDC_ISSUER=${quoted(said)}${isSame ? '; until then the name that the provider gives is used.' : ''}`,
    blocks: !isSame,
  };
}

/** Faults of missing or unusable endpoints. */
function endpointFaults({ issuer }: ProviderSettings, document: Document): SettingFault[] {
  const needed = ['jwks_uri', 'authorization_endpoint', 'token_endpoint'] as const;
  return needed
    .filter((name) => !usable(document[name], issuer))
    .map((name) => ({
      code: `identity/${name.replaceAll('_', '-')}`,
      setting,
      remedy: document[name]
        ? `The ${name} in the provider's discovery document is no https address. Have the provider name an https address there.`
        : `The provider's discovery document has no ${name}. Set OIDC_ISSUER to a provider of the code flow.`,
      blocks: true,
    }));
}

/** Faults in the sign-in of the web app: missing features of the provider, unlisted scopes, and an unsuitable audience parameter. */
function clientFaults({ issuer, scope = '', audienceParameter = 'none' }: ProviderSettings, document: Document): SettingFault[] {
  const faults: SettingFault[] = [];
  const { scopes_supported: scopes, response_types_supported: types } = document;
  const unlisted = scopes ? scope.split(' ').filter((one) => one !== '' && !scopes.includes(one)) : [];
  if (unlisted.length > 0)
    faults.push({
      code: 'identity/scope-unlisted',
      setting: 'OIDC_SCOPE',
      remedy: `The provider does not list the scopes ${unlisted.join(' ')}. If it answers invalid_scope, set OIDC_SCOPE without them, or with the scope of your API there.`,
      blocks: false,
    });
  if (types && !types.includes('code'))
    faults.push({
      code: 'identity/no-code-flow',
      setting,
      remedy: 'The provider does not offer the code flow, which the web app needs.',
      blocks: true,
    });
  const challenges = document.code_challenge_methods_supported;
  if (challenges && !challenges.includes('S256'))
    faults.push({ code: 'identity/no-pkce', setting, remedy: 'The provider does not offer PKCE with S256, which the web app needs.', blocks: true });
  const signed = document.id_token_signing_alg_values_supported;
  if (signed && !signed.some((one) => signatureAlgorithms.includes(one)))
    faults.push({ ...algorithmFault, remedy: `${algorithmFault.remedy} It offers ${quoted(signed.join(', '))}.` });
  const asks = (parameter: 'resource' | 'audience'): boolean => audienceParameter === parameter || audienceParameter === 'both';
  // The v2.0 endpoint of Entra ID refuses the parameter `resource` with AADSTS901002.
  if (asks('resource') && /^https:\/\/login\.(microsoftonline\.com|microsoftonline\.us|partner\.microsoftonline\.cn)\/.+\/v2\.0\/?$/.test(issuer))
    faults.push({
      code: 'identity/audience-parameter',
      setting: 'OIDC_AUDIENCE_PARAMETER',
      remedy:
        'Entra ID refuses the parameter resource. Set OIDC_AUDIENCE_PARAMETER=none, and OIDC_SCOPE to openid profile email offline_access and the scope of your API.',
      blocks: true,
    });
  if (!asks('audience') && audienceParameter !== 'none' && new URL(issuer).hostname.endsWith('.auth0.com'))
    faults.push({
      code: 'identity/audience-parameter',
      setting: 'OIDC_AUDIENCE_PARAMETER',
      remedy: 'Auth0 gives opaque access tokens unless it is asked with the parameter audience. Set OIDC_AUDIENCE_PARAMETER=audience.',
      blocks: true,
    });
  return faults;
}

/** Fault of a provider that signs tokens with an algorithm that is not accepted. */
export const algorithmFault: SettingFault = {
  code: 'identity/algorithm',
  setting: 'signature of access tokens at the provider',
  remedy: `Access tokens are not signed with one of ${signatureAlgorithms.join(', ')}. Choose one of these at the provider.`,
  blocks: true,
};
