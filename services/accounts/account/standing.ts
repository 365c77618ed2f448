import type { EventContext } from '@waystory/infra/commands/decider.ts';
import { Rejected } from '@waystory/infra/errors.ts';
import type { Identity } from '@waystory/infra/identity/port.ts';
import { isAdmin } from '@waystory/infra/identity/principal.ts';
import type { AccountEvent, Rank } from '@waystory/proto/accounts/account.ts';

export interface Suspension {
  /** Rank of who did it last. */
  by: Rank;
  reason: string | null;
  /** ISO 8601 UTC; null is without end. */
  until: string | null;
  /** Of the account with the event that said so. */
  version: number;
}

/** What is known of the id of an account beside the account, and outlives it: whoever begins anew is still suspended. */
export interface Standing {
  /** Null when its owner is let in. */
  suspension: Suspension | null;
  /** End of the last account that it had, ISO 8601 UTC. */
  deletedAt: string | null;
}

/** What a token says of who brings it. */
export type Bearer = Pick<Identity, 'roles' | 'issuedAt'>;

export const goodStanding: Standing = { suspension: null, deletedAt: null };

export function evolveStanding({ suspension, deletedAt }: Standing, event: AccountEvent & Pick<EventContext, 'at' | 'version'>): Standing {
  switch (event.type) {
    case 'AccountSuspended': {
      const { by, reason, until } = event.data;
      return { suspension: { by, reason, until, version: event.version }, deletedAt };
    }
    case 'AccountReinstated':
      return { suspension: null, deletedAt };
    case 'AccountDeleted':
      return { suspension, deletedAt: event.at };
    case 'AccountCreated':
    case 'AccountUpdated':
      return { suspension, deletedAt };
    default:
      return event satisfies never;
  }
}

/**
 * Why the bearer of a token is turned away, which tells them why they were suspended and until when; null when they are let in.
 * Tokens tell of an admin, accounts do not, so a moderator's suspension keeps out every token but an admin's: those who can mend it get in.
 */
export function refusalOf({ suspension, deletedAt }: Standing, { roles, issuedAt }: Bearer): Rejected | null {
  if (suspension && (suspension.by === 'admin' || !isAdmin({ accountId: null, roles }))) {
    const { reason, until } = suspension;
    return new Rejected('auth/suspended', { reason, until });
  }
  // Tokens count whole seconds: one of the very second may be from before.
  return deletedAt && issuedAt <= Math.floor(Date.parse(deletedAt) / 1000) ? new Rejected('auth/expired-token') : null;
}
