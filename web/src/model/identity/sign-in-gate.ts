import { auth } from '@waystory/client/identity/auth.ts';
import { createContext, use } from 'react';
import type { Intent } from './intent.ts';

/** A reason to sign in. */
export interface SignInReason {
  /** Title of the login prompt, if it differs from the default. */
  title?: string | undefined;
  description?: string | undefined;
  /** Action to run after the sign-in. */
  intent?: Intent | undefined;
}

/** Opens the one login prompt of the page. */
export const LoginPromptContext = createContext<((reason?: SignInReason) => void) | null>(null);

/** Opens the login prompt from anywhere (spec 2.4). */
export function useLoginPrompt(): (reason?: SignInReason) => void {
  const open = use(LoginPromptContext);
  if (!open) throw new Error('useLoginPrompt is called outside of the app');
  return open;
}

/** Runs an action that needs an account. A visitor gets the login prompt with the reason instead (spec 6). */
export function useSignInGate(): (reason: SignInReason, run: () => void) => void {
  const prompt = useLoginPrompt();
  return async (reason, run) => {
    // A silent sign-in may still be under way.
    if (!auth.state.attempted) await auth.settled();
    if (auth.state.person) run();
    else prompt(reason);
  };
}
