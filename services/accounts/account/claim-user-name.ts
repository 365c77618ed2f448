import type { CommandContext, CommandHandler } from '@waystory/infra/commands/command-handler.ts';
import { Rejected } from '@waystory/infra/errors.ts';
import { derivedId } from '@waystory/infra/identifier.ts';
import type { Principal } from '@waystory/infra/identity/principal.ts';
import { accountStream } from './account.ts';
import { type UserNameClaim, userNameKey, userNameStream } from './user-name.ts';

/** Lifetime of an unused claim, milliseconds. The account takes the name right after its claim. */
const grace = 60_000;

/** A change of an account's user name. */
interface Renaming {
  accountId: string;
  /** User names before and after; null for none. */
  from: string | null;
  to: string | null;
  actor: Principal;
}

/**
 * Writes the account between the claim of its new user name and the release of the old one. A refused write releases the claim.
 * A claim left by a crash expires after a minute.
 * @throws Rejected `account/username-taken`, `account/username-reserved`, and errors of `write`.
 */
export async function writeWithClaimedUserName<T>(
  commands: CommandHandler,
  renaming: Renaming,
  context: CommandContext,
  write: () => Promise<T>,
): Promise<T> {
  const { accountId, from, to } = renaming;
  const isSame = from !== null && to !== null && userNameKey(from) === userNameKey(to);
  const left = from === null || isSame ? null : (await commands.load(userNameStream, userNameKey(from))).state;
  const claim = to === null ? null : await claimUserName(commands, { ...renaming, to }, context);
  const written = await write().catch(async (error: unknown) => {
    // Only a refusal (`Rejected`) proves that the account does not use the name. A renewed claim may serve another request.
    if (claim && to !== null && !claim.renewed && error instanceof Rejected)
      await releaseUserName(commands, to, accountId, context, claim.version).catch(() => {}); // an unused claim expires by itself
    throw error;
  });
  if (left && from !== null) await releaseUserName(commands, from, accountId, context, left.version);
  return written;
}

async function claimUserName(
  commands: CommandHandler,
  { to: userName, accountId, actor }: Renaming & { to: string },
  context: CommandContext,
): Promise<UserNameClaim | null> {
  const key = userNameKey(userName);
  const { state: claim } = await commands.load(userNameStream, key);
  const abandonedBy = claim && (await isAbandoned(commands, claim, key, context.now)) ? claim.accountId : null;
  const command = { type: 'ClaimUserName', userName, accountId, actor, abandonedBy } as const;
  return (await commands.execute(userNameStream, key, [command], own(context, 'claim', key))).state;
}

async function isAbandoned(commands: CommandHandler, claim: UserNameClaim, key: string, now: string): Promise<boolean> {
  if (Date.parse(now) - Date.parse(claim.since) < grace) return false;
  const { account } = (await commands.load(accountStream, claim.accountId)).state;
  return userNameKey(account?.userName ?? '') !== key;
}

/**
 * Releases a user name, unless another account holds it.
 * @param claim Version of the only claim to release; without it, any claim of the account.
 */
export async function releaseUserName(
  commands: CommandHandler,
  userName: string,
  accountId: string,
  context: CommandContext,
  claim?: number,
): Promise<void> {
  const key = userNameKey(userName);
  await commands.execute(userNameStream, key, [{ type: 'ReleaseUserName', userName, accountId, claim }], own(context, 'release', key));
}

const own = ({ actorId, now, commandId }: CommandContext, step: string, key: string): CommandContext => ({
  actorId,
  now,
  commandId: derivedId(commandId, step, key),
});
