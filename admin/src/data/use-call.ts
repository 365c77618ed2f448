import { useState } from 'react';
import { useNotify, useRefresh } from 'react-admin';
import { refusalOf } from './refusal.ts';

/**
 * Runs an API call beyond a resource's verbs, notifies of the outcome, and refreshes the page's data. Resolves with the call's result, or null after
 * a refusal.
 */
export function useCall() {
  const notify = useNotify();
  const refresh = useRefresh();
  const [isPending, setPending] = useState(false);
  const run = async <T>(attempt: () => Promise<T>, done: string): Promise<T | null> => {
    setPending(true);
    try {
      const answer = await attempt();
      notify(done, { type: 'success' });
      refresh();
      return answer;
    } catch (error) {
      notify(refusalOf(error).message, { type: 'error' });
      return null;
    } finally {
      setPending(false);
    }
  };
  return { run, isPending };
}
