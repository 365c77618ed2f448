import type { Role } from '@waystory/client/identity/roles.ts';
import type { CaseOutcome, ReportedCase } from '@waystory/proto/operations/case.ts';
import type { HistoryEntry } from '@waystory/proto/operations/history.ts';
import type { Report } from '@waystory/proto/operations/report.ts';
import { catalogue } from '../catalogue/catalogue.ts';
import { may } from '../session/rights.ts';

/** An action on a case, triggered by one key. */
export interface CaseAction {
  outcome: CaseOutcome;
  key: string;
  verb: string;
  /** Text of the confirmation dialog. */
  question: string;
  done: string;
  /** True for an action that cannot be undone. */
  isFinal?: boolean;
  needsReason: boolean;
}

type Kind = ReportedCase['reportableType'];

/** Names of reported kinds, in the middle of a sentence. */
export const kindNames: Readonly<Record<Kind, string>> = { itinerary: 'story', stop: 'stop', post: 'comment', account: 'account' };
/** Names of reported kinds, at the beginning of a sentence. */
export const kindTitles: Readonly<Record<Kind, string>> = { itinerary: 'Story', stop: 'Stop', post: 'Comment', account: 'Account' };
export const reasonNames: Readonly<Record<Report['reason'], string>> = {
  spam: 'Spam',
  offensive: 'Offensive',
  dangerous: 'Dangerous',
  copyright: 'Copyright',
  other: 'Other',
};
export const reportReasons = Object.keys(reasonNames) as Report['reason'][]; // as: `Object.keys` types all keys as strings
/** Reasons of the open reports, most frequent first. */
export const reportReasonsText = ({ openReportsByReason: counts }: ReportedCase): string =>
  reportReasons
    .filter((reason) => counts[reason] > 0)
    .sort((a, b) => counts[b] - counts[a])
    .map((reason) => reasonNames[reason])
    .join(', ');
export const outcomeNames: Readonly<Record<CaseOutcome, string>> = {
  hidden: 'Hidden',
  restored: 'Restored',
  suspended: 'Author suspended',
  deleted: 'Deleted',
  dismissed: 'Dismissed',
};

const hide = (kind: Kind): CaseAction => ({
  outcome: 'hidden',
  key: 'h',
  verb: 'Hide',
  question:
    kind === 'stop'
      ? 'The whole story of the stop goes out of sight but for its author and moderators.'
      : 'Only its author and moderators see it then.',
  done: kind === 'stop' ? 'The story is hidden' : 'Hidden',
  needsReason: true,
});

const restore = (kind: Kind): CaseAction => ({
  outcome: 'restored',
  key: 'r',
  verb: kind === 'account' ? 'Reinstate' : 'Restore',
  question: kind === 'account' ? 'Its owner is let in again.' : 'Everybody who saw it before sees it again.',
  done: kind === 'account' ? 'Reinstated' : 'Restored',
  needsReason: false,
});

const suspend: CaseAction = {
  outcome: 'suspended',
  key: 's',
  verb: 'Suspend author',
  question: 'Its author is not let in any more, on any device. What they wrote stays.',
  done: 'Author suspended',
  needsReason: true,
};

const remove: CaseAction = {
  outcome: 'deleted',
  key: 'x',
  verb: 'Delete',
  question: 'It is gone for everybody. This cannot be undone.',
  done: 'Deleted',
  isFinal: true,
  needsReason: true,
};

const dismiss: CaseAction = {
  outcome: 'dismissed',
  key: 'd',
  verb: 'Dismiss',
  question: 'Everything stays as it is, and the reports are closed.',
  done: 'Dismissed',
  needsReason: true,
};

/** Whether the role may delete a record of this kind on the case page. There, only stories and comments can be deleted. */
function mayRemove(role: Role, kind: Kind): boolean {
  if (kind === 'itinerary') return may(role, catalogue.itineraries, 'remove');
  return kind === 'post' && may(role, catalogue.posts, 'remove');
}

/** Moderation state of a reported record. */
export interface RecordState {
  isGone: boolean;
  /** True for a hidden record or a suspended account. */
  isDown: boolean;
}

/** Possible actions on a case, in the order of the buttons. A deleted record can be neither hidden nor deleted. */
export function caseActionsFor(role: Role, { reportableType: kind, authorId }: ReportedCase, { isGone, isDown }: RecordState): CaseAction[] {
  if (isGone) return kind === 'account' || !authorId ? [dismiss] : [dismiss, suspend];
  const own = kind === 'account' ? [] : [hide(kind)];
  return [
    ...(isDown ? [restore(kind)] : own),
    dismiss,
    ...(authorId && !(kind === 'account' && isDown) ? [suspend] : []),
    ...(mayRemove(role, kind) ? [remove] : []),
  ];
}

const wrong = ['Spam or advertising', 'Offensive', 'Dangerous', 'Taken from somebody else', 'Against the rules of the site'] as const;
const fine = ['Nothing wrong with it', 'A matter of taste', 'Satire', 'Has been dealt with', 'Not for moderators to decide'] as const;

/** Suggested reasons for an outcome, in the order of their digit keys from 1. */
export const usualReasons = (outcome: CaseOutcome): readonly string[] => (outcome === 'dismissed' || outcome === 'restored' ? fine : wrong);

/** A decision on a case, from the case's history. */
interface Decision {
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
