/** What was asked of a process in one minute of the clock. */
export interface MinuteOfTraffic {
  /** Milliseconds since 1970, the beginning of the minute. */
  at: number;
  reads: number;
  writes: number;
  /** Answers that are the product's own fault, 500 and above. */
  failures: number;
}

/** A process of the product as it last told of itself. */
export interface ProcessRecord {
  /** New with every start. */
  id: string;
  /** Name of the machine, or of the pod. */
  host: string;
  pid: number;
  /** Of the release. */
  release: string;
  contexts: readonly string[];
  roles: readonly string[];
  /** ISO 8601 UTC, as the other times. */
  startedAt: string;
  toldAt: string;
  /** When it stopped in an orderly way; null while it runs, and for ever where it was killed. */
  stoppedAt: string | null;
  /** Resident memory, bytes. */
  memory: number;
  /** Part of the time since it last told that its event loop had work, 0 to 1. */
  eventLoop: number;
  /** Of the last hour, the newest minute last; minutes without requests may be missing. */
  traffic: readonly MinuteOfTraffic[];
}

/** How long after its last word a process is remembered, milliseconds: its last hour counts in figures. */
export const rememberedMs = 3_600_000;

/**
 * Where processes tell that they run. Losing it costs an hour of figures and nothing else.
 * Adapters: one file each beside this one; all run `contract.ts`. Every call may throw EngineUnavailable.
 */
export interface Processes {
  /** Tells of a process in place of what it told before, and forgets those that have said nothing for `rememberedMs` before `toldAt`. */
  tell(record: ProcessRecord): Promise<void>;
  /** All that are remembered, the oldest start first. */
  list(): Promise<ProcessRecord[]>;
  close(): Promise<void>;
}
