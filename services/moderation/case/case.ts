import { type EventContext, entityVersion, type Stream } from '@waystory/infra/commands/decider.ts';
import { Rejected } from '@waystory/infra/errors.ts';
import { derivedId } from '@waystory/infra/identifier.ts';
import { isAdmin, type Principal } from '@waystory/infra/identity/principal.ts';
import { assignmentMinutes, type CaseEvent, type CaseOutcome, caseEvents, type ReportedCase } from '@waystory/proto/operations/case.ts';
import type { ReportableType } from '@waystory/proto/operations/report.ts';

/** Id of the case that collects all reports of one target. */
export const caseIdOf = (type: ReportableType, id: string): string => derivedId('case', type, id);

type Thing = Pick<ReportedCase, 'reportableType' | 'reportableId'>;

/** Fields of a case that follow from its own stream; its reports determine the other fields. */
export type CaseState = Pick<
  ReportedCase,
  'assigneeId' | 'assignedUntil' | 'decisionsCount' | 'outcome' | 'note' | 'moderatorId' | 'decidedAt' | 'version'
>;

export const initialCaseState: CaseState = {
  assigneeId: null,
  assignedUntil: null,
  decisionsCount: 0,
  outcome: null,
  note: null,
  moderatorId: null,
  decidedAt: null,
  version: 0,
};

/** `now` is ISO 8601 UTC. The route has checked that the target was reported. */
export type CaseCommand =
  | { type: 'AssignCase'; thing: Thing; moderatorId: string; now: string }
  | { type: 'ReleaseCase'; actor: Principal; now: string }
  | { type: 'DecideCase'; thing: Thing; outcome: CaseOutcome; note: string | null; moderatorId: string; now: string }
  /** Erasure after the reported account is deleted. */
  | { type: 'EraseCase' };

const minute = 60_000;
const after = (now: string, minutes: number): string => new Date(Date.parse(now) + minutes * minute).toISOString();

/** Moderator with an unexpired assignment; null when the case is unassigned. */
const assigneeAt = ({ assigneeId, assignedUntil }: CaseState, now: string): string | null =>
  assignedUntil !== null && Date.parse(assignedUntil) > Date.parse(now) ? assigneeId : null;

function refuseOthers(work: CaseState, moderatorId: string, now: string): void {
  const assigneeId = assigneeAt(work, now);
  if (assigneeId !== null && assigneeId !== moderatorId) throw new Rejected('case/taken', { moderatorId: assigneeId, until: work.assignedUntil });
}

function decide(command: CaseCommand, work: CaseState): CaseEvent[] {
  switch (command.type) {
    case 'AssignCase': {
      const { thing, moderatorId, now } = command;
      refuseOthers(work, moderatorId, now);
      // An open page renews its assignment often, so a renewal by less than a minute appends no event.
      if (assigneeAt(work, after(now, assignmentMinutes - 1)) === moderatorId) return [];
      return [{ type: 'CaseAssigned', data: { ...thing, moderatorId, until: after(now, assignmentMinutes) } }];
    }
    case 'ReleaseCase': {
      const assigneeId = assigneeAt(work, command.now);
      if (assigneeId === null) return [];
      if (assigneeId !== command.actor.accountId && !isAdmin(command.actor)) throw new Rejected('case/not-yours');
      return [{ type: 'CaseReleased', data: {} }];
    }
    case 'DecideCase': {
      const { thing, outcome, note, moderatorId, now } = command;
      refuseOthers(work, moderatorId, now);
      // Only a restoration needs no note, because its target is visible again.
      if (note === null && outcome !== 'restored') throw new Rejected('case/note-missing');
      return [{ type: 'CaseDecided', data: { ...thing, number: work.decisionsCount + 1, outcome, note, moderatorId } }];
    }
    case 'EraseCase':
      return work.outcome === null && work.assigneeId === null ? [] : [{ type: 'CaseDeleted', data: {} }];
    default:
      return command satisfies never;
  }
}

const unassigned = { assigneeId: null, assignedUntil: null };

/** State of a case, which the read model stores as well. */
export function evolveCase(work: CaseState, { type, data, version, at }: CaseEvent & EventContext): CaseState {
  switch (type) {
    case 'CaseAssigned':
      return { ...work, assigneeId: data.moderatorId, assignedUntil: data.until, version };
    case 'CaseReleased':
      return { ...work, ...unassigned, version };
    case 'CaseDecided': {
      const { number, outcome, note, moderatorId } = data;
      return { ...unassigned, decisionsCount: number, outcome, note, moderatorId, decidedAt: at, version };
    }
    case 'CaseDeleted':
      // The number of decisions stays, because it is the round of later reports if the account returns.
      return { ...initialCaseState, decisionsCount: work.decisionsCount, version };
    default:
      return type satisfies never;
  }
}

export const caseStream: Stream<CaseCommand, CaseState, CaseEvent> = {
  category: 'case',
  stateVersion: 1,
  events: caseEvents,
  decider: { initial: initialCaseState, decide, evolve: evolveCase },
  versionOf: entityVersion,
};
