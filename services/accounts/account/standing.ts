import type { EventContext } from '@waystory/infra/commands/decider.ts';
import { Rejected } from '@waystory/infra/errors.ts';
import type { Identity } from '@waystory/infra/identity/port.ts';
import { isAdmin } from '@waystory/infra/identity/principal.ts';
import type { AccountEvent, Rank } from '@waystory/proto/accounts/account.ts';

export interface Suspension {
  /** Rank of the person who suspended last. */
  by: Rank;
  reason: string | null;
  /** ISO 8601 UTC; null for no end. */
  until: string | null;
  /** Version of the account at the suspension. */
  version: number;
}

/** Facts about an account id that outlive the account: a new account is still suspended. */
export interface AccountStanding {
  /** Null without a suspension. */
  suspension: Suspension | null;
  /** Time of the last deletion of the account, ISO 8601 UTC; null without a deletion. */
  deletedAt: string | null;
}

/** Roles and time of issue from the token of a caller. */
export type TokenHolder = Pick<Identity, 'roles' | 'issuedAt'>;

export const goodStanding: AccountStanding = { suspension: null, deletedAt: null };

export function evolveStanding(
  { suspension, deletedAt }: AccountStanding,
  event: AccountEvent & Pick<EventContext, 'at' | 'version'>,
): AccountStanding {
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
 * Error that refuses a token; null for an admitted caller. `auth/suspended` has reason and end; `auth/expired-token` is for a token issued before the
 * account was deleted. Only tokens show that a caller is an admin. Admins are admitted despite a moderator's suspension, so that they can lift it.
 */
export function refusalOf({ suspension, deletedAt }: AccountStanding, { roles, issuedAt }: TokenHolder): Rejected | null {
  if (suspension && (suspension.by === 'admin' || !isAdmin({ accountId: null, roles }))) {
    const { reason, until } = suspension;
    return new Rejected('auth/suspended', { reason, until });
  }
  // Token times are whole seconds, so a token of the same second may be older than the deletion.
  return deletedAt && issuedAt <= Math.floor(Date.parse(deletedAt) / 1000) ? new Rejected('auth/expired-token') : null;
}
