import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { api } from '../data/product.ts';
import { refusalOf } from '../data/refusal.ts';
import { caseKey } from './cases.query.ts';

/** Somebody else who is at a case. */
export interface Taken {
  moderatorId: string;
  /** ISO 8601 UTC. */
  until: string;
}

/** Delay before a case is taken, milliseconds: passing by does not take it. */
const pauseMs = 250;
/** A third of the time that an assignment lasts, and a look at whether somebody else is done, milliseconds. */
const renewMs = 300_000;
const lookAgainMs = 15_000;

/** The latest request about each case: a release that is on its way would else end the assignment that was asked for after it. */
const latest = new Map<string, Promise<unknown>>();

function inTurn<T>(id: string, request: () => Promise<T>): Promise<T> {
  const asked = (latest.get(id) ?? Promise.resolve()).then(request);
  const ended = asked.catch(() => {});
  latest.set(id, ended);
  void ended.then(() => latest.get(id) === ended && latest.delete(id));
  return asked;
}

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
    const ask = async (): Promise<void> => {
      try {
        const kept = await inTurn(id, () => api.assignCase({ params: { id } }));
        isMine = true;
        if (left) return;
        queries.setQueryData(caseKey(id), kept);
        setTaken(null);
      } catch (error) {
        const { code, data } = refusalOf(error);
        isMine = false;
        if (!left && code === 'case/taken') setTaken({ id, moderatorId: String(data.moderatorId), until: String(data.until) });
      }
      if (!left) timer = window.setTimeout(ask, isMine ? renewMs : lookAgainMs);
    };
    timer = window.setTimeout(ask, pauseMs);
    return () => {
      left = true;
      window.clearTimeout(timer);
      // If this is lost, it runs out by itself.
      void inTurn(id, async () => isMine && api.releaseCase({ params: { id } })).catch(() => {});
    };
  }, [id, isOpen, round, queries]);
  return taken?.id === id ? taken : null;
}
