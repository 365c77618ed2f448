import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { api } from '../data/product.ts';
import { answerOf, refusalOf } from '../data/refusal.ts';
import { caseKey } from './cases.query.ts';

/** Somebody else who is at a case. */
export interface Taken {
  moderatorId: string;
  /** ISO 8601 UTC. */
  until: string;
}

/** Whoever only passes by on the way to another case does not take it, milliseconds. */
const pauseMs = 250;
/** A third of the time that an assignment lasts, and a look at whether somebody else is done, milliseconds. */
const renewMs = 300_000;
const lookAgainMs = 15_000;

/**
 * Is at a case for as long as it is open on the screen, and gives it back afterwards.
 * @param round another number asks for it anew
 * @returns who else is at it, null when nobody is
 */
export function useAssignment(id: string, isOpen: boolean, round: number): Taken | null {
  const queries = useQueryClient();
  const [taken, setTaken] = useState<(Taken & { id: string }) | null>(null);
  useEffect(() => {
    if (!isOpen) return;
    let left = false;
    let isMine = false;
    let timer = 0;
    let asking: Promise<void> = Promise.resolve();
    const ask = async (): Promise<void> => {
      try {
        const kept = await answerOf(api.assignCase({ params: { id } }));
        isMine = true;
        if (left) return;
        queries.setQueryData(caseKey(id), kept);
        setTaken(null);
      } catch (error) {
        const { code, data } = refusalOf(error);
        isMine = false;
        if (!left && code === 'case/taken') setTaken({ id, moderatorId: String(data.moderatorId), until: String(data.until) });
      }
      if (!left) timer = window.setTimeout(begin, isMine ? renewMs : lookAgainMs);
    };
    const begin = (): void => {
      asking = ask();
    };
    timer = window.setTimeout(begin, pauseMs);
    return () => {
      left = true;
      window.clearTimeout(timer);
      // If this is lost, it runs out by itself.
      void asking.then(() => isMine && api.releaseCase({ params: { id } })).catch(() => {});
    };
  }, [id, isOpen, round, queries]);
  return taken?.id === id ? taken : null;
}
