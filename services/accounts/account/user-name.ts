import type { EventContext, Stream } from '@waystory/infra/commands/decider.ts';
import { Rejected } from '@waystory/infra/errors.ts';
import { derivedId } from '@waystory/infra/identifier.ts';
import { isAdmin, type Principal } from '@waystory/infra/identity/principal.ts';
import { type UserNameEvent, userNameEvents } from '@waystory/proto/accounts/account.ts';

/** Claim of a user name by an account. */
export interface UserNameClaim {
  accountId: string;
  /** ISO 8601 UTC. */
  since: string;
  /** Version of the stream at the claim, which identifies the claim. */
  version: number;
  /** True when the account already held the name before this claim. */
  renewed: boolean;
}

type UserNameCommand =
  | {
      type: 'ClaimUserName';
      userName: string;
      accountId: string;
      actor: Principal /** `abandonedBy`: account that claimed the name and never used it; null without such an account. */;
      abandonedBy: string | null;
    }
  /** `claim` is the version of the only claim to release; without it, any claim of the account. */
  | { type: 'ReleaseUserName'; userName: string; accountId: string; claim?: number | undefined };

function decide(command: UserNameCommand, claim: UserNameClaim | null): UserNameEvent[] {
  const { userName, accountId } = command;
  const release = (holder: string): UserNameEvent => ({ type: 'UserNameReleased', data: { userName, accountId: holder } });
  switch (command.type) {
    case 'ClaimUserName': {
      const claimed: UserNameEvent = { type: 'UserNameClaimed', data: { userName, accountId } };
      // A new claim event, so that another request of the account cannot release the name in use.
      if (claim?.accountId === accountId) return [claimed];
      if (isReservedUserName(userName) && !isAdmin(command.actor)) throw new Rejected('account/username-reserved', { userName });
      if (!claim) return [claimed];
      if (claim.accountId !== command.abandonedBy) throw new Rejected('account/username-taken', { userName });
      return [release(claim.accountId), claimed];
    }
    case 'ReleaseUserName':
      return claim?.accountId === accountId && (command.claim ?? claim.version) === claim.version ? [release(accountId)] : [];
    default:
      return command satisfies never;
  }
}

function evolve(claim: UserNameClaim | null, event: UserNameEvent & EventContext): UserNameClaim | null {
  switch (event.type) {
    case 'UserNameClaimed': {
      const { accountId } = event.data;
      return { accountId, since: event.at, version: event.version, renewed: claim?.accountId === accountId };
    }
    case 'UserNameReleased':
      return null;
    default:
      return event satisfies never;
  }
}

/** One stream per name, which makes names unique on any event store. */
export const userNameStream: Stream<UserNameCommand, UserNameClaim | null, UserNameEvent> = {
  category: 'username',
  stateVersion: 2,
  events: userNameEvents,
  decider: { initial: null, decide, evolve },
};

/** Stream id of a user name, regardless of case. A digest, because stream names outlive accounts. */
export const userNameKey = (userName: string): string => derivedId('user-name', userName.toLowerCase());

/** Words that suggest a role in the product or its team. */
const reserved: ReadonlySet<string> = new Set(
  `abuse account accounts admin admins administrator administrators anonymous api billing bot contact everyone help helpdesk info legal mod moderation
  moderator moderators mods nobody noreply null official owner payments postmaster privacy root security service staff superuser support sysadmin system
  team undefined webmaster`.split(/\s+/),
);
const looksLike: Readonly<Record<string, string>> = { 0: 'o', 3: 'e', 4: 'a', 5: 's', 7: 't' };

/** True for a reserved name in any spelling: `Ad-min`, `support_`, `m0derat0r`, `waystory-team`, `admin2`. */
export function isReservedUserName(userName: string): boolean {
  const word = userName.toLowerCase().replaceAll(/[-_]/g, '');
  const rest = word.replace('waystory', '');
  const readings = [rest, rest.replace(/\d+$/, '')].map((one) => one.replaceAll(/[03457]/g, (digit) => looksLike[digit] ?? digit));
  // The digit 1 may stand for `i` or `l`.
  const isKept = readings.some((one) => reserved.has(one.replaceAll('1', 'i')) || reserved.has(one.replaceAll('1', 'l')));
  return isKept || (rest !== word && readings.includes(''));
}
