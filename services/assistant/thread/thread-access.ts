import { Rejected } from '@waystory/infra/errors.ts';
import { isAdmin, type Principal } from '@waystory/infra/identity/principal.ts';
import { disclosureMs, type ThreadEvent } from '@waystory/proto/assistant/thread.ts';
import type { Thread } from './thread.ts';

/**
 * Returns the actor's own thread; for others it does not exist.
 * @throws Rejected `chat/unknown`.
 */
export function ownThread(thread: Thread | null, { accountId }: Principal): Thread {
  if (!thread || thread.accountId !== accountId) throw new Rejected('chat/unknown');
  return thread;
}

/**
 * Returns a thread to its owner, or to an administrator with a valid disclosure.
 * @param now ISO 8601 UTC.
 * @throws Rejected `chat/unknown`.
 */
export function readableThread(thread: Thread | null, actor: Principal, now: string): Thread {
  const until = thread?.readers[actor.accountId ?? ''];
  return thread && until && now < until && isAdmin(actor) ? thread : ownThread(thread, actor);
}

/** Requires the account of the caller. Another account answers as unknown, because the existence of conversations is secret. */
export function requireOwnAccount(params: { accountId: string }, { accountId }: Principal): void {
  if (params.accountId !== accountId) throw new Rejected('account/unknown');
}

/**
 * Returns the actor's thread when no answer is running, because the next message refers to the last answer.
 * @throws Rejected `chat/unknown`, `chat/turn-running`.
 */
export function idleThread(thread: Thread | null, actor: Principal): Thread {
  const own = ownThread(thread, actor);
  if (own.running) throw new Rejected('chat/turn-running');
  return own;
}

export interface DisclosureRequest {
  /** Owner of the thread. */
  accountId: string;
  reason: string;
  /** Current time, ISO 8601 UTC. */
  at: string;
  actor: Principal;
}

/**
 * Event that discloses a thread of another account to an administrator for a limited time.
 * @throws Rejected `chat/unknown`.
 */
export function disclosureEvent({ accountId, reason, at, actor }: DisclosureRequest, thread: Thread | null): ThreadEvent {
  if (!isAdmin(actor) || !actor.accountId || thread?.accountId !== accountId) throw new Rejected('chat/unknown');
  const until = new Date(Date.parse(at) + disclosureMs).toISOString();
  return { type: 'ThreadDisclosed', data: { readerId: actor.accountId, reason, until } };
}
