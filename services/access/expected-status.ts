import { type Access, type AccessLevel, type AccessRow, accessMatrix } from '@waystory/proto/kit/access.ts';

const people = ['user', 'owner', 'moderator', 'admin'] as const;
/** Name of a caller with an account. `owner` is an ordinary user, who owns the targets that the other callers do not own. */
export type PersonName = (typeof people)[number];
/** The caller: anonymous, a person, or a client with a delegated token that carries the person's roles. */
export type Caller = 'anonymous' | PersonName | `delegate of ${PersonName}`;
export const callers: readonly Caller[] = ['anonymous', ...people, ...people.map((name) => `delegate of ${name}` as const)];
export const delegatorOf = (caller: Caller): PersonName | undefined => people.find((name) => caller === `delegate of ${name}`);

/**
 * Target of a request. It is the caller's `own`, or the owner's: `public`, `unlisted`, `private`, or `hidden` by a moderator. No target exists for
 * `deleted`, `unknown` and `malformed` ids.
 */
export const variants = ['own', 'public', 'unlisted', 'private', 'hidden', 'deleted', 'unknown', 'malformed'] as const;
export type Variant = (typeof variants)[number];

/**
 * Effect of a request on its target. `call` has no target, or works on any target. `read` and `write` follow the row of the route. `moderate` is
 * forbidden to owners. `remove` is a write that moderators may do to hidden targets. `use` requires visibility alone, for example to comment.
 * `withdraw` affects only records of the caller, for example a like. `stand-in` acts on behalf of another account.
 */
export type Act = 'call' | 'read' | 'write' | 'moderate' | 'remove' | 'use' | 'withdraw' | 'stand-in';

export interface MatrixCell {
  access: Access;
  /** Matrix row for the visibility of the target. */
  seen: Access;
  act: Act;
  caller: Caller;
  variant: Variant;
  /** True when the caller owns the target. */
  mine: boolean;
  /** Status of a granted request. */
  success: number;
}

function columnOf(caller: Caller): keyof AccessRow {
  if (delegatorOf(caller)) return 'delegated';
  return caller === 'anonymous' || caller === 'moderator' || caller === 'admin' ? caller : 'user';
}
const reachOf = (access: Access, caller: Caller): AccessLevel => accessMatrix[access][columnOf(caller)];

/** Expected status of a request, from the matrix and the target's variant. */
export function expectedStatus(cell: MatrixCell): number {
  const { access, caller, variant, success } = cell;
  const reach = reachOf(access, caller);
  if (reach === 'none') return caller === 'anonymous' ? 401 : 403;
  if (variant === 'malformed') return 400;
  if (variant === 'deleted' || variant === 'unknown') return 404;
  return statusOfExisting(cell, reach) ?? success;
}

/** Status of a refusal on an existing target; null when the request is granted. */
function statusOfExisting({ act, mine, seen, caller, variant }: MatrixCell, reach: AccessLevel): number | null {
  const visible = mine || isSeen(reachOf(seen, caller), variant);
  switch (act) {
    case 'call':
      return null;
    case 'read':
      return mine || reach === 'all' || (reach !== 'own' && visible) ? null : 404;
    case 'use':
      return visible ? null : 404;
    case 'withdraw':
      return mine ? null : 404;
    case 'write':
      return mine || reach === 'all' ? null : beyond(visible);
    case 'remove':
      return mine || reach === 'all' || (reach === 'moderate' && variant === 'hidden') ? null : beyond(visible);
    case 'moderate':
      return reach === 'moderate' || reach === 'all' ? null : beyond(visible);
    case 'stand-in':
      return reach === 'all' ? null : 403;
    default:
      return act satisfies never;
  }
}

/** A visible target answers 403; an invisible one answers as if it did not exist. */
const beyond = (visible: boolean): number => (visible ? 403 : 404);

const isSeen = (reach: AccessLevel, variant: Variant): boolean =>
  reach === 'all' || (reach === 'visible' && (variant === 'public' || variant === 'unlisted'));
