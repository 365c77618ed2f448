/** Requests to a process in one minute of the clock. */
export interface MinuteOfTraffic {
  /** Start of the minute, milliseconds since 1970. */
  at: number;
  reads: number;
  writes: number;
  /** Answers with status 500 and above. */
  failures: number;
}

/** A process at its last heartbeat. */
export interface ProcessRecord {
  /** Random id, new with every start. */
  id: string;
  /** Name of the machine or pod. */
  host: string;
  pid: number;
  /** Version of the release. */
  release: string;
  contexts: readonly string[];
  roles: readonly string[];
  /** Times of the start and of the last heartbeat. All times are in ISO 8601 UTC. */
  startedAt: string;
  toldAt: string;
  /** Time of a graceful stop; null while it runs, and for ever after a kill. */
  stoppedAt: string | null;
  /** Resident memory, bytes. */
  memory: number;
  /** Share of the time since the previous heartbeat in which the event loop was busy, 0 to 1. */
  eventLoop: number;
  /** The last hour, newest minute last; minutes without requests may be missing. */
  traffic: readonly MinuteOfTraffic[];
}

/** Time after which a silent process is removed, milliseconds. Until then, statistics include its last hour. */
export const processRetentionMs = 3_600_000;

/**
 * Registry of running processes. Its loss costs only an hour of statistics.
 * Adapters: one file each beside this one; all run `contract.ts`. Every call may throw EngineUnavailable.
 */
export interface Processes {
  /** Stores a heartbeat in place of the previous one, and removes processes silent for `processRetentionMs` before `toldAt`. */
  tell(record: ProcessRecord): Promise<void>;
  /** All processes of the registry, oldest start first. */
  list(): Promise<ProcessRecord[]>;
  close(): Promise<void>;
}
