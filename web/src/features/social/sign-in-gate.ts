import { auth } from '../../app/identity/auth.ts';
import { type LoginPromptText, useLoginPrompt } from '../login-prompt/login-prompt.tsx';

/** Runs what needs an account; a visitor gets the login prompt instead (spec 6), with what it is needed for. */
export function useSignInGate(): (reason: LoginPromptText, run: () => void) => void {
  const prompt = useLoginPrompt();
  return async (reason, run) => {
    // Whoever has just come may still be signed in silently.
    if (!auth.state.attempted) await auth.token();
    if (auth.state.person) run();
    else prompt(reason);
  };
}
