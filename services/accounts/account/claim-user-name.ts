import type { CommandContext, CommandHandler } from '@waystory/infra/kit/command-handler.ts';
import { derivedId } from '@waystory/infra/kit/identifier.ts';
import { accountStream } from './account.ts';
import { userNameKey, userNameStream } from './user-name.ts';

/** How long a claim stands by itself, milliseconds: the account that claims takes the name right after. */
const grace = 60_000;

/**
 * Takes a user name for an account, before the account itself is changed.
 * A claim whose account never took the name (a crash in between) counts for nothing after a minute.
 * @throws Rejected `account/username-taken`.
 */
export async function claimUserName(commands: CommandHandler, userName: string, accountId: string, context: CommandContext): Promise<void> {
  const key = userNameKey(userName);
  const { state: claim } = await commands.load(userNameStream, key);
  const abandonedBy = claim && (await isAbandoned(commands, claim, key, context.now)) ? claim.accountId : null;
  await commands.execute(userNameStream, key, [{ type: 'ClaimUserName', userName, accountId, abandonedBy }], own(context, 'claim', key));
}

async function isAbandoned(commands: CommandHandler, claim: { accountId: string; since: string }, key: string, now: string): Promise<boolean> {
  if (Date.parse(now) - Date.parse(claim.since) < grace) return false;
  const { state: holder } = await commands.load(accountStream, claim.accountId);
  return userNameKey(holder?.userName ?? '') !== key;
}

/** Gives a name back, unless someone else has it. */
export async function releaseUserName(commands: CommandHandler, userName: string, accountId: string, context: CommandContext): Promise<void> {
  const key = userNameKey(userName);
  await commands.execute(userNameStream, key, [{ type: 'ReleaseUserName', userName, accountId }], own(context, 'release', key));
}

const own = ({ actorId, now, commandId }: CommandContext, step: string, key: string): CommandContext => ({
  actorId,
  now,
  commandId: derivedId(commandId, step, key),
});
