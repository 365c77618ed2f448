import type { FastifyInstance } from 'fastify';
import type { ProviderState } from '../identity/discovery.ts';
import type { TokenVerifier } from '../identity/port.ts';

/** The identity provider of the process, embedded or external: token verification, and functions that only one of the two has. */
export interface IdentityProvider {
  verifier: TokenVerifier;
  mount?: (app: FastifyInstance) => Promise<void>;
  /** Removes the provider's data about the owner of a deleted account. An external provider is informed by its operator instead. */
  forget?: (accountId: string) => Promise<void>;
  /** Issuer, page-policy origins and wrong settings of an external provider. */
  known?: ProviderState;
  /** Ends the background work of the provider. */
  stop?: () => void;
  /** Health check with a cheap request; rejects without an answer. */
  ask?: () => Promise<unknown>;
  /** Verifier that also accepts tokens of delegated OAuth clients, which the API refuses. Equals `verifier` by default. */
  delegatedVerifier?: TokenVerifier;
}
