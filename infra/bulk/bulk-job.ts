import { type Job, type JobEvent, jobEvents, mostStoredFailures } from '@waystory/proto/operations/job.ts';
import { type EventContext, type Stream, streamId } from '../commands/decider.ts';
import { Rejected } from '../errors.ts';
import { isModerator, type Principal } from '../identity/principal.ts';

type Started = Extract<JobEvent, { type: 'JobStarted' }>['data'];
type Progress = Extract<JobEvent, { type: 'JobProgressed' }>['data'];

/** A job with its instructions and progress. */
export interface JobState {
  job: Job;
  /** Instructions as received: collection, operation, filter and changes, and the account and roles that the job acts with. */
  plan: Started;
  /** Number of finished pages. */
  pages: number;
}

export type JobCommand =
  | { type: 'StartJob'; plan: Started }
  | { type: 'RecordPage'; progress: Progress }
  | { type: 'CancelJob'; actor: Principal }
  /** `code` is the reason of a failure; null at the normal end. */
  | { type: 'EndJob'; code: string | null };

/** True while the job still runs, or finishes its current page before a cancellation. */
export const isUnderWay = ({ state }: Pick<Job, 'state'>): boolean => state === 'running' || state === 'cancelling';

function decide(command: JobCommand, known: JobState | null): JobEvent[] {
  if (command.type === 'StartJob') return known ? [] : [{ type: 'JobStarted', data: command.plan }];
  if (!known) throw new Rejected('job/unknown');
  const { job, pages } = known;
  switch (command.type) {
    case 'RecordPage':
      // A page that is repeated after a crash is recorded already.
      return command.progress.page > pages && isUnderWay(job) ? [{ type: 'JobProgressed', data: command.progress }] : [];
    case 'CancelJob':
      if (!isModerator(command.actor) && (job.accountId === null || job.accountId !== command.actor.accountId)) throw new Rejected('job/unknown');
      if (!isUnderWay(job)) throw new Rejected('job/ended');
      return job.state === 'running' ? [{ type: 'JobCancelRequested', data: {} }] : [];
    case 'EndJob':
      return isUnderWay(job) ? [endOf(job, command.code)] : [];
    default:
      return command satisfies never;
  }
}

function endOf({ state }: Job, code: string | null): JobEvent {
  if (code) return { type: 'JobFailed', data: { code } };
  return state === 'cancelling' ? { type: 'JobCancelled', data: {} } : { type: 'JobCompleted', data: {} };
}

// as: filter and changes were objects in an accepted request
const parsed = (text: string): Record<string, unknown> => JSON.parse(text) as Record<string, unknown>;

function begun({ accountId, collection, operation, filter, changes, matched }: Started, { stream, version, at }: EventContext): Job {
  return {
    id: streamId(stream),
    accountId,
    state: 'running',
    collection,
    operation,
    filter: parsed(filter),
    changes: changes === null ? null : parsed(changes),
    matched,
    done: 0,
    changed: 0,
    failed: 0,
    failures: [],
    code: null,
    version,
    createdAt: at,
    updatedAt: at,
    endedAt: null,
  };
}

function progressed(job: Job, { done, changed, failed, failedIds, failedCodes }: Progress): Job {
  const failures = [...job.failures, ...failedIds.map((id, index) => ({ id, code: failedCodes[index] ?? '' }))].slice(0, mostStoredFailures);
  return { ...job, done: job.done + done, changed: job.changed + changed, failed: job.failed + failed, failures };
}

/** State of a job, which the read model stores as well. */
export function evolveJob(before: Job | null, event: JobEvent & EventContext): Job | null {
  if (event.type === 'JobStarted') return begun(event.data, event);
  if (!before) return null;
  const job: Job = { ...before, version: event.version, updatedAt: event.at };
  switch (event.type) {
    case 'JobProgressed':
      return progressed(job, event.data);
    case 'JobCancelRequested':
      return { ...job, state: 'cancelling' };
    case 'JobCancelled':
      return { ...job, state: 'cancelled', endedAt: event.at };
    case 'JobCompleted':
      return { ...job, state: 'completed', endedAt: event.at };
    case 'JobFailed':
      return { ...job, state: 'failed', code: event.data.code, endedAt: event.at };
    default:
      return event satisfies never;
  }
}

function evolve(known: JobState | null, event: JobEvent & EventContext): JobState | null {
  const job = evolveJob(known?.job ?? null, event);
  if (event.type === 'JobStarted') return job && { job, plan: event.data, pages: 0 };
  return job && known && { ...known, job, pages: event.type === 'JobProgressed' ? event.data.page : known.pages };
}

/** One stream per job with instructions and progress. */
export const jobStream: Stream<JobCommand, JobState | null, JobEvent> = {
  category: 'job',
  stateVersion: 1,
  events: jobEvents,
  decider: { initial: null, decide, evolve },
  versionOf: (state) => state?.job.version,
};
