import { useQueryClient } from '@tanstack/react-query';
import type { ReportedCase } from '@waystory/proto/operations/case.ts';
import { useState } from 'react';
import { refusalOf } from '../data/refusal.ts';
import type { Act } from './acts.ts';
import { carryOut, takeBack } from './carry-out.ts';

/** A decision made in this tab. */
export interface Decided {
  about: ReportedCase;
  act: Act;
}

const lists: ReadonlySet<string> = new Set(['open', 'count', 'author']);

type OpenCases = { items: ReportedCase[]; total: number } | undefined;

const without = (id: string) => (page: OpenCases) => {
  const items = page?.items.filter((one) => one.id !== id);
  return page && items && items.length < page.items.length ? { ...page, items, total: page.total - 1 } : page;
};

interface Options {
  onDone: (about: ReportedCase) => void;
  onTakenBack: (about: ReportedCase) => void;
}

/** Carries out decisions one at a time. The last one can be taken back, a failed one retried. */
export function useDecisions({ onDone, onTakenBack }: Options) {
  const queries = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const [last, setLast] = useState<Decided | null>(null);
  const [failure, setFailure] = useState<{ problem: Error; again: () => void } | null>(null);

  /** Invalidates lists and all queries of this case. */
  const outdate = (id: string): void =>
    void queries.invalidateQueries({ predicate: ({ queryKey: [of, what, about] }) => of === 'queue' && (about === id || lists.has(String(what))) });

  async function run(id: string, work: () => Promise<void>, done: () => void): Promise<void> {
    setBusy(true);
    setFailure(null);
    try {
      await work();
      done();
    } catch (error) {
      setFailure({ problem: refusalOf(error), again: () => void run(id, work, done) });
    } finally {
      setBusy(false);
      outdate(id);
    }
  }

  const decide = (about: ReportedCase, act: Act, reason: string | null, until: string | null): void => {
    const decision = { outcome: act.outcome, reason, until, idempotencyKey: crypto.randomUUID() };
    const work = () => carryOut(about, decision);
    void run(about.id, work, () => {
      onDone(about);
      // The decided case must not reappear while the list is refetched.
      queries.setQueriesData<OpenCases>({ queryKey: ['queue', 'open'] }, without(about.id));
      setLast({ about, act });
    });
  };
  const back = (): void => {
    if (!last || isBusy) return;
    const { about, act } = last;
    const isReversible = act.outcome === 'hidden' || act.outcome === 'suspended';
    const idempotencyKey = crypto.randomUUID();
    setLast(null);
    if (isReversible)
      void run(
        about.id,
        () => takeBack(about, act.outcome, idempotencyKey),
        () => onTakenBack(about),
      );
    else onTakenBack(about);
  };
  return {
    decide,
    isBusy,
    last,
    forget: () => setLast(null),
    takeBack: back,
    problem: failure?.problem ?? null,
    retry: () => failure?.again(),
  };
}
