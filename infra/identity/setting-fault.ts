import type { Log } from '../log.ts';

/** A setting of the sign-in that keeps people out, or may. Its words are for operators, and hold nothing of a token. */
export interface SettingFault {
  code: `identity/${string}`;
  /** Name of the setting, or of the machine's part, that has to change. */
  setting: string;
  /** The fault and its remedy. */
  remedy: string;
  /** Nobody gets in until it is changed. */
  blocks: boolean;
}

/** Faults that tokens showed, each logged once in a while. */
export interface FaultLog {
  /** @param isProven the provider signed what showed it; a fault that any caller can make up is logged and not listed. */
  note(fault: SettingFault, isProven?: boolean): void;
  /** Faults that were proven lately. */
  recent(): SettingFault[];
}

/** Pause between two lines about the same fault, and the time that it is listed, milliseconds. */
const pauseMs = 3_600_000;

/** Logs faults with a brake: one line for each code and hour, which tells how many times it was met since the line before. */
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
