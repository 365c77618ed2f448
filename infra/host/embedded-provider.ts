import type { FastifyInstance } from 'fastify';
import type { KnownProvider } from '../identity/discovery.ts';
import type { TokenVerifier } from '../identity/port.ts';

/** A part of the embedded profile that serves pages of its own, such as the identity provider. */
export interface EmbeddedProvider {
  verifier: TokenVerifier;
  mount?: (app: FastifyInstance) => Promise<void>;
  /** Removes what it knows of the owner of an account, when that is deleted; a provider of one's own is told by its operator. */
  forget?: (accountId: string) => Promise<void>;
  /** A provider of one's own: what is known of it, and which settings do not fit it. */
  known?: KnownProvider;
  /** Ends what it does in the background. */
  stop?: () => void;
  /** Asks it something that costs little; rejects when it does not answer. */
  ask?: () => Promise<unknown>;
  /** Takes tokens of programs that people let act for them too, which the API refuses; the same as `verifier` unless given. */
  delegatedVerifier?: TokenVerifier;
}
