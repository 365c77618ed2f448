import { Rejected } from '@waystory/infra/errors.ts';
import { isAdmin, type Principal } from '@waystory/infra/identity/principal.ts';
import { disclosedFor, type ThreadEvent } from '@waystory/proto/assistant/thread.ts';
import type { Thread } from './thread.ts';

/**
 * The thread, when it is the actor's; whoever else asks is not told that it exists.
 * @throws Rejected `chat/unknown`.
 */
export function ownThread(thread: Thread | null, { accountId }: Principal): Thread {
  if (!thread || thread.accountId !== accountId) throw new Rejected('chat/unknown');
  return thread;
}

/**
 * The thread, when the actor may read its messages: its author, and an administrator to whom it is disclosed at that moment.
 * @param now ISO 8601 UTC
 * @throws Rejected `chat/unknown`.
 */
export function readableThread(thread: Thread | null, actor: Principal, now: string): Thread {
  const until = thread?.readers[actor.accountId ?? ''];
  return thread && until && now < until && isAdmin(actor) ? thread : ownThread(thread, actor);
}

/** Whose conversations they are is known to nobody else. */
export function mustBeOwn(params: { accountId: string }, { accountId }: Principal): void {
  if (params.accountId !== accountId) throw new Rejected('account/unknown');
}

/**
 * The actor's thread, in which nothing is being answered: one answer at a time, since the next message is about what it says.
 * @throws Rejected `chat/unknown`, `chat/turn-running`.
 */
export function idleThread(thread: Thread | null, actor: Principal): Thread {
  const own = ownThread(thread, actor);
  if (own.running) throw new Rejected('chat/turn-running');
  return own;
}

export interface DisclosureRequest {
  /** Of its author. */
  accountId: string;
  reason: string;
  /** Now, ISO 8601 UTC. */
  at: string;
  actor: Principal;
}

/**
 * Lets an administrator read the thread of somebody else for a while.
 * @throws Rejected `chat/unknown`.
 */
export function disclosed({ accountId, reason, at, actor }: DisclosureRequest, thread: Thread | null): ThreadEvent {
  if (!isAdmin(actor) || !actor.accountId || thread?.accountId !== accountId) throw new Rejected('chat/unknown');
  const until = new Date(Date.parse(at) + disclosedFor).toISOString();
  return { type: 'ThreadDisclosed', data: { readerId: actor.accountId, reason, until } };
}
