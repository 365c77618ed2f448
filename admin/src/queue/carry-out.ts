import type { CaseOutcome, ReportedCase } from '@waystory/proto/operations/case.ts';
import { api } from '../data/product.ts';

interface Decision {
  outcome: CaseOutcome;
  reason: string | null;
  /** End of a suspension, ISO 8601 UTC; null is without end. */
  until: string | null;
  /** Makes a retry the same decision. */
  idempotencyKey: string;
}

/** Changes the record first, then records the decision. If the second call is lost, the case stays open and visible. Both calls are idempotent. */
export async function carryOut(about: ReportedCase, decision: Decision): Promise<void> {
  await act(about, decision);
  await decide(about.id, decision.outcome, decision.reason, decision.idempotencyKey);
}

/** Reverts the change of a decision, and records it. */
export async function takeBack(about: ReportedCase, outcome: CaseOutcome, idempotencyKey: string): Promise<void> {
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

/** A stop is hidden with its story. */
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
