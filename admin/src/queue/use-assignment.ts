import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { api } from '../data/product.ts';
import { refusalOf } from '../data/refusal.ts';
import { caseKey } from './cases.query.ts';

/** Assignment of a case to another moderator. */
export interface OtherAssignment {
  moderatorId: string;
  /** ISO 8601 UTC. */
  until: string;
}

/** Delay before a case is assigned, milliseconds, so that a case that is skipped at once is not assigned. */
const pauseMs = 250;
/**
 * Renewal interval, a third of the lease of an assignment, milliseconds. `lookAgainMs` is the polling interval while another moderator holds the
 * lease.
 */
const renewMs = 300_000;
const lookAgainMs = 15_000;

/** Latest request per case. Requests run in order, because a late release would end a newer assignment. */
const latest = new Map<string, Promise<unknown>>();

function inTurn<T>(id: string, request: () => Promise<T>): Promise<T> {
  const asked = (latest.get(id) ?? Promise.resolve()).then(request);
  const ended = asked.catch(() => {});
  latest.set(id, ended);
  void ended.then(() => latest.get(id) === ended && latest.delete(id));
  return asked;
}

/**
 * Assigns a case while its page is open, and releases it afterwards.
 * @param round a new number repeats the request without waiting for the interval
 * @returns the assignment to another moderator, or null
 */
export function useAssignment(id: string, isOpen: boolean, round: number): OtherAssignment | null {
  const queries = useQueryClient();
  const [taken, setTaken] = useState<(OtherAssignment & { id: string }) | null>(null);
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
      // A lost release is harmless, because the lease expires.
      void inTurn(id, async () => isMine && api.releaseCase({ params: { id } })).catch(() => {});
    };
  }, [id, isOpen, round, queries]);
  return taken?.id === id ? taken : null;
}
