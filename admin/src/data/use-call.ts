import { useState } from 'react';
import { useNotify, useRefresh } from 'react-admin';
import { refusalOf } from './refusal.ts';

/**
 * Does what is more than a verb of a resource: says what came of it, and has what is on the page read again.
 * Answers what the call did; null when it was refused.
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
