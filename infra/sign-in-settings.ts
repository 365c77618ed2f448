import { z } from 'zod';

const url = z.url();

/** Settings of an external identity provider in place of the embedded one. */
export const signInSettings = {
  OIDC_ISSUER: url.optional().describe('OIDC provider to trust; the embedded one when unset'),
  OIDC_AUDIENCE: z.string().min(1).default('urn:waystory:api').describe('Audience that an access token must carry'),
  OIDC_CLIENT_ID: z.string().min(1).default('waystory-web').describe('Client id of the web app'),
  OIDC_SCOPE: z
    .string()
    .regex(/^[\x21\x23-\x5b\x5d-\x7e]+( [\x21\x23-\x5b\x5d-\x7e]+)*$/, 'Must be scopes with one space between')
    .refine((scopes) => scopes.split(' ').includes('openid'), 'Must have openid among its scopes')
    .default('openid profile email offline_access api')
    .describe('Scopes that the web app asks for, with spaces between; some providers refuse those that they do not know'),
  OIDC_AUDIENCE_PARAMETER: z
    .enum(['resource', 'audience', 'both', 'none'])
    .default('resource')
    .describe(
      'Parameter that asks the provider for OIDC_AUDIENCE: resource (RFC 8707), audience (Auth0), both, or none (Entra ID, where a scope names the API)',
    ),
  OIDC_ROLES_CLAIM: z.string().min(1).default('roles').describe('Claim of the access token that lists the roles of its bearer'),
};
