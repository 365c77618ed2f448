import { type Circumstances, Rejected, type Stream } from '@waystory/infra/kit/decider.ts';
import { derivedId } from '@waystory/infra/kit/identifier.ts';
import { type UserNameEvent, userNameEvents } from '@waystory/proto/accounts/account.ts';

/** Who has a user name, and since when. */
export interface Claim {
  accountId: string;
  /** ISO 8601 UTC. */
  since: string;
}

export type UserNameCommand =
  | { type: 'ClaimUserName'; userName: string; accountId: string /** The holder is known not to use the name. */; abandonedBy: string | null }
  | { type: 'ReleaseUserName'; userName: string; accountId: string };

function decide(command: UserNameCommand, claim: Claim | null): UserNameEvent[] {
  const { userName, accountId } = command;
  const release = (holder: string): UserNameEvent => ({ type: 'UserNameReleased', data: { userName, accountId: holder } });
  switch (command.type) {
    case 'ClaimUserName': {
      if (claim?.accountId === accountId) return [];
      const claimed: UserNameEvent = { type: 'UserNameClaimed', data: { userName, accountId } };
      if (!claim) return [claimed];
      if (claim.accountId !== command.abandonedBy) throw new Rejected('account/username-taken', { userName });
      return [release(claim.accountId), claimed];
    }
    case 'ReleaseUserName':
      return claim?.accountId === accountId ? [release(accountId)] : [];
    default:
      return command satisfies never;
  }
}

function evolve(_: Claim | null, event: UserNameEvent & Circumstances): Claim | null {
  switch (event.type) {
    case 'UserNameClaimed':
      return { accountId: event.data.accountId, since: event.at };
    case 'UserNameReleased':
      return null;
    default:
      return event satisfies never;
  }
}

/** A stream per name: that is what makes names unique, on any event store. */
export const userNameStream: Stream<UserNameCommand, Claim | null, UserNameEvent> = {
  category: 'username',
  stateVersion: 1,
  events: userNameEvents,
  decider: { initial: null, decide, evolve },
};

/** Upper and lower case are the same name. A digest, because the names of streams outlive the accounts. */
export const userNameKey = (userName: string): string => derivedId('user-name', userName.toLowerCase());
