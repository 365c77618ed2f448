import type { CaseOutcome } from '@waystory/proto/operations/case.ts';
import type { HistoryEntry } from '@waystory/proto/operations/history.ts';

/** A decision on a case, from the case's history. */
export interface Decision {
  number: number;
  outcome: CaseOutcome;
  note: string | null;
  moderatorId: string | null;
  /** ISO 8601 UTC. */
  at: string;
}

/** Decisions in a history, newest first. Entries hold only changed fields, so each decision builds on the earlier entries. */
export function decisionsIn(newestFirst: readonly HistoryEntry[]): Decision[] {
  const known: Record<string, unknown> = {};
  const decisions = newestFirst.toReversed().flatMap(({ action, fields, version, actorId: moderatorId, at }): Decision[] => {
    for (const { name, after } of fields) known[name] = after;
    const { outcome, note = null } = known as { outcome?: CaseOutcome; note?: string | null }; // as: fields of `CaseDecided`
    return action === 'CaseDecided' && outcome ? [{ number: version, outcome, note, moderatorId, at }] : [];
  });
  return decisions.toReversed();
}
