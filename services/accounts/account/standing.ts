import type { EventContext } from '@waystory/infra/commands/decider.ts';
import type { Refusal } from '@waystory/infra/http/admission.ts';
import type { Identity } from '@waystory/infra/identity/port.ts';
import { isAdmin } from '@waystory/infra/identity/principal.ts';
import type { AccountEvent, Rank } from '@waystory/proto/accounts/account.ts';

/** What is known of the id of an account beside the account, and outlives it: whoever begins anew is still suspended. */
export interface Standing {
  /** Rank of who suspended it; null when its owner is let in. */
  suspendedBy: Rank | null;
  /** End of the last account that it had, ISO 8601 UTC. */
  deletedAt: string | null;
}

/** What a token says of who brings it. */
export type Bearer = Pick<Identity, 'roles' | 'issuedAt'>;

export const goodStanding: Standing = { suspendedBy: null, deletedAt: null };

export function evolveStanding({ suspendedBy, deletedAt }: Standing, event: AccountEvent & Pick<EventContext, 'at'>): Standing {
  switch (event.type) {
    case 'AccountSuspended':
      return { suspendedBy: event.data.by, deletedAt };
    case 'AccountReinstated':
      return { suspendedBy: null, deletedAt };
    case 'AccountDeleted':
      return { suspendedBy, deletedAt: event.at };
    case 'AccountCreated':
    case 'AccountUpdated':
      return { suspendedBy, deletedAt };
    default:
      return event satisfies never;
  }
}

/**
 * Why the bearer of a token is turned away; null when they are let in.
 * Tokens tell of an admin, accounts do not, so a moderator's suspension keeps out every token but an admin's: those who can mend it get in.
 */
export function refusalOf({ suspendedBy, deletedAt }: Standing, { roles, issuedAt }: Bearer): Refusal | null {
  if (suspendedBy === 'admin' || (suspendedBy && !isAdmin({ accountId: null, roles }))) return 'auth/suspended';
  // Tokens count whole seconds: one of the very second may be from before.
  return deletedAt && issuedAt <= Math.floor(Date.parse(deletedAt) / 1000) ? 'auth/expired-token' : null;
}
