import type { Log } from '../log.ts';

/** A wrong sign-in setting. Its texts are for operators and hold nothing of a token. */
export interface SettingFault {
  code: `identity/${string}`;
  /** Name of the setting, or of the machine's part, to change. */
  setting: string;
  /** The fault and its remedy. */
  remedy: string;
  /** True when nobody can sign in until it is changed. */
  blocks: boolean;
}

/** Log of wrong settings that tokens revealed, throttled. */
export interface FaultLog {
  /** @param isProven True when the provider signed the evidence. Anybody can forge the rest, which is logged and not listed. */
  note(fault: SettingFault, isProven?: boolean): void;
  /** Proven faults of the last hour. */
  recent(): SettingFault[];
}

/** Pause between two log lines about one fault, and its time in the list, milliseconds. */
const pauseMs = 3_600_000;

/** Throttles faults to one log line per code and hour, with the number of occurrences in between. */
export function createFaultLog(log: Pick<Log, 'warn'>, now: () => number = Date.now): FaultLog {
  const seen = new Map<string, { fault: SettingFault; times: number; loggedAt: number; provenAt: number }>();
  return {
    note(fault, isProven = true) {
      const known = seen.get(fault.code) ?? { fault, times: 0, loggedAt: Number.NEGATIVE_INFINITY, provenAt: Number.NEGATIVE_INFINITY };
      const at = now();
      const isDue = at - known.loggedAt >= pauseMs;
      const times = known.times + 1;
      if (isDue) log.warn({ code: fault.code, setting: fault.setting, times }, fault.remedy);
      seen.set(fault.code, {
        fault,
        times: isDue ? 0 : times,
        loggedAt: isDue ? at : known.loggedAt,
        provenAt: isProven ? at : known.provenAt,
      });
    },
    recent: () => [...seen.values()].filter(({ provenAt }) => now() - provenAt < pauseMs).map(({ fault }) => fault),
  };
}
