import { auth } from '@waystory/client/identity/auth.ts';
import type { Role } from '@waystory/client/identity/roles.ts';
import { questionQueue } from '../lib/question.ts';
import { roleOf } from './rights.ts';

/** Question for a new sign-in after the session has expired. */
export const signInQuestion = questionQueue<null, boolean>();

let asking: Promise<boolean> | null = null;

/** Opens the sign-in dialog. Concurrent refused requests share one dialog. */
export function signInAgain(): Promise<boolean> {
  asking ??= signInQuestion.ask(null).finally(() => {
    asking = null;
  });
  return asking;
}

/** Role of the signed-in person. The fallback is the lower role, because only people with a role see the app. */
export function currentRole(): Role {
  return roleOf(auth.state.person?.roles ?? []) ?? 'moderator';
}
