import { createContext, use } from 'react';
import { auth } from '../../client/identity/auth.ts';

/** What the login prompt says an account is needed for; its own words where nothing is given. */
export interface LoginPromptText {
  title?: string | undefined;
  description?: string | undefined;
}

/** Opens the one login prompt of the page. */
export const LoginPromptContext = createContext<((text?: LoginPromptText) => void) | null>(null);

/** Opens the login prompt from anywhere (spec 2.4). */
export function useLoginPrompt(): (text?: LoginPromptText) => void {
  const open = use(LoginPromptContext);
  if (!open) throw new Error('useLoginPrompt is called outside of the app');
  return open;
}

/** Runs what needs an account; a visitor gets the login prompt instead (spec 6), with what it is needed for. */
export function useSignInGate(): (reason: LoginPromptText, run: () => void) => void {
  const prompt = useLoginPrompt();
  return async (reason, run) => {
    // Whoever has just come may still be signed in silently.
    if (!auth.state.attempted) await auth.settled();
    if (auth.state.person) run();
    else prompt(reason);
  };
}
