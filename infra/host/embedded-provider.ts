import type { FastifyInstance } from 'fastify';
import type { KnownProvider } from '../identity/discovery.ts';
import type { TokenVerifier } from '../identity/port.ts';

/** A part of the embedded profile that serves its own pages, such as the identity provider. */
export interface EmbeddedProvider {
  verifier: TokenVerifier;
  mount?: (app: FastifyInstance) => Promise<void>;
  /** Removes the provider's data about the owner of a deleted account. An external provider is informed by its operator instead. */
  forget?: (accountId: string) => Promise<void>;
  /** Known facts of an external provider, with settings that do not fit it. */
  known?: KnownProvider;
  /** Ends its background work. */
  stop?: () => void;
  /** Health check with a cheap request; rejects without an answer. */
  ask?: () => Promise<unknown>;
  /** Also accepts tokens of delegated programs, which the API refuses; equals `verifier` by default. */
  delegatedVerifier?: TokenVerifier;
}
