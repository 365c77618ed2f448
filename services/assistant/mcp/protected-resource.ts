import { type Config, oidcIssuer } from '@waystory/infra/config.ts';
import { Rejected } from '@waystory/infra/errors.ts';
import { hiddenRoute } from '@waystory/infra/hidden-route.ts';
import type { ProviderState } from '@waystory/infra/identity/discovery.ts';
import { mcpPath, mcpUrlOf } from '@waystory/proto/assistant/mcp/address.ts';
import type { FastifyInstance } from 'fastify';

const path = '/.well-known/oauth-protected-resource';

/** URL of the protected resource metadata (RFC 9728). */
export const resourceMetadataUrl = (origin: string): string => `${origin}${path}${mcpPath}`;

/** Response headers: the metadata are equal for everyone, and readable by pages of any site. */
const headers = { 'cache-control': 'public, max-age=3600', 'access-control-allow-origin': '*' } as const;

/** Serves the metadata, which name the issuer of tokens for `/mcp`. */
export function mountResourceMetadata(
  app: FastifyInstance,
  config: Pick<Config, 'OIDC_ISSUER' | 'PUBLIC_ORIGIN'>,
  provider: Pick<ProviderState, 'issuer'> | null,
): void {
  // The spelling of the issuer stays as the provider's metadata have it, because clients compare both character by character.
  const metadata = () => ({
    resource: mcpUrlOf(config.PUBLIC_ORIGIN),
    authorization_servers: [provider?.issuer() ?? oidcIssuer(config)],
    bearer_methods_supported: ['header'],
    resource_name: 'Waystory',
  });
  for (const address of [mcpPath, `${mcpPath}/`])
    app.get(address, hiddenRoute, (_, reply) => {
      reply.header('allow', 'POST');
      throw new Rejected('request/unknown-method');
    });
  // Some clients request the metadata with the path of the resource, others without it.
  for (const address of [`${path}${mcpPath}`, `${path}${mcpPath}/`, path])
    app.get(address, hiddenRoute, (_, reply) => reply.headers(headers).send(metadata()));
}
