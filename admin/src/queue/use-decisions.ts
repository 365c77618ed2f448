import { useQueryClient } from '@tanstack/react-query';
import type { CaseOutcome, ReportedCase } from '@waystory/proto/operations/case.ts';
import { useState } from 'react';
import { api } from '../data/product.ts';
import { refusalOf } from '../data/refusal.ts';
import type { CaseAction } from './acts.ts';

/** A decision made in this tab. */
export interface CompletedDecision {
  about: ReportedCase;
  act: CaseAction;
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

/** Carries out decisions one at a time. The last decision can be taken back, and a failed decision can be retried. */
export function useDecisions({ onDone, onTakenBack }: Options) {
  const queries = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const [last, setLast] = useState<CompletedDecision | null>(null);
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

  const decide = (about: ReportedCase, act: CaseAction, reason: string | null, until: string | null): void => {
    const decision = { outcome: act.outcome, reason, until, idempotencyKey: crypto.randomUUID() };
    const work = () => carryOut(about, decision);
    void run(about.id, work, () => {
      onDone(about);
      // Removed from the cached lists, so that the decided case does not reappear during the refetch.
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

interface Decision {
  outcome: CaseOutcome;
  reason: string | null;
  /** End of a suspension, ISO 8601 UTC; null for no end, and for other outcomes. */
  until: string | null;
  /** Idempotency key of the decision; a retry sends the same key. */
  idempotencyKey: string;
}

/** Changes the record first, then records the decision. If the second call is lost, the case stays open and visible. Both calls are idempotent. */
async function carryOut(about: ReportedCase, decision: Decision): Promise<void> {
  await act(about, decision);
  await decide(about.id, decision.outcome, decision.reason, decision.idempotencyKey);
}

/** Reverts the change that a decision made, and records the reversal as a decision. */
async function takeBack(about: ReportedCase, outcome: CaseOutcome, idempotencyKey: string): Promise<void> {
  if (outcome === 'suspended') await suspend(about, false, null);
  else await hide(about, false, null);
  await decide(about.id, 'restored', 'Taken back', idempotencyKey);
}

async function decide(id: string, outcome: CaseOutcome, note: string | null, idempotencyKey: string): Promise<void> {
  await api.decideCase({ params: { id }, body: { outcome, note }, idempotencyKey });
}

function act(about: ReportedCase, { outcome, reason, until }: Decision): Promise<unknown> {
  switch (outcome) {
    case 'hidden':
      return hide(about, true, reason);
    case 'restored':
      return about.reportableType === 'account' ? suspend(about, false, reason) : hide(about, false, reason);
    case 'suspended':
      return suspend(about, true, reason, until);
    case 'deleted':
      return remove(about);
    case 'dismissed':
      return Promise.resolve();
    default:
      return outcome satisfies never;
  }
}

/** Hides or restores the record. A stop is hidden or restored with its story. */
function hide({ reportableType, reportableId, itineraryId }: ReportedCase, hidden: boolean, reason: string | null): Promise<unknown> {
  const body = { hidden, ...(reason && { reason }) };
  if (reportableType === 'post') return api.patchPost({ params: { id: reportableId }, body });
  const id = reportableType === 'itinerary' ? reportableId : itineraryId;
  return id ? api.patchItinerary({ params: { id }, body }) : Promise.resolve();
}

function suspend({ authorId: id }: ReportedCase, suspended: boolean, reason: string | null, until: string | null = null): Promise<unknown> {
  return id
    ? api.updateAccount({ params: { id }, body: { suspended, ...(reason && { reason }), ...(until && { suspendedUntil: until }) } })
    : Promise.resolve();
}

function remove({ reportableType, reportableId: id }: ReportedCase): Promise<unknown> {
  return reportableType === 'post' ? api.deletePost({ params: { id } }) : api.deleteItinerary({ params: { id } });
}
