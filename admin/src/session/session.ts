import { auth } from '@waystory/client/identity/auth.ts';
import type { Role } from '@waystory/client/identity/roles.ts';
import { question } from '../lib/question.ts';
import { roleOf } from './rights.ts';

/** Asked when the sign-in has ended in the middle of something. */
export const signInQuestion = question<null, boolean>();

let asking: Promise<boolean> | null = null;

/** One dialog for all requests that were refused at once. */
export function signInAgain(): Promise<boolean> {
  asking ??= signInQuestion.ask(null).finally(() => {
    asking = null;
  });
  return asking;
}

/** Role of whoever is signed in. The app is shown to nobody who has none. */
export function currentRole(): Role {
  return roleOf(auth.state.person?.roles ?? []) ?? 'moderator';
}
