import { heartbeatEveryMs } from '@waystory/infra/host/presence.ts';
import type { ProcessRecord } from '@waystory/infra/processes/port.ts';
import type { RunningProcess, SystemStatistics } from '@waystory/proto/operations/system.ts';

const minuteMs = 60_000;
/** Time without a heartbeat after which a process is away, milliseconds: two missed heartbeats and a margin. */
const silentMs = 2.5 * heartbeatEveryMs;
/** Time without a heartbeat after which a process is no longer listed, milliseconds. */
const shownMs = 10 * minuteMs;
const minutesOfAnHour = 60;

const minuteOf = (time: number): number => Math.floor(time / minuteMs) * minuteMs;
const nothing = { reads: 0, writes: 0, failures: 0 };

/** Processes without a clean stop and with a heartbeat in the last ten minutes. @param now Milliseconds since 1970. */
export function processesAt(records: readonly ProcessRecord[], now: number): RunningProcess[] {
  const lastMinute = minuteOf(now) - minuteMs;
  return records.flatMap(({ traffic, stoppedAt, ...record }) => {
    const silentFor = now - Date.parse(record.toldAt);
    if (stoppedAt !== null || silentFor > shownMs) return [];
    const { at: _, ...counted } = traffic.find(({ at }) => at === lastMinute) ?? { at: lastMinute, ...nothing };
    return [
      { ...record, contexts: [...record.contexts], roles: [...record.roles], state: silentFor > silentMs ? 'away' : 'up', lastMinute: counted },
    ];
  });
}

/** Sums of requests to all processes, stopped ones included, in each minute of the last hour. */
export function requestCountsByMinute(records: readonly ProcessRecord[], now: number): SystemStatistics['minutes'] {
  const first = minuteOf(now) - minutesOfAnHour * minuteMs;
  const counted = Map.groupBy(
    records.flatMap(({ traffic }) => traffic),
    ({ at }) => at,
  );
  return Array.from({ length: minutesOfAnHour }, (_, index) => {
    const at = first + index * minuteMs;
    const sum = (counted.get(at) ?? []).reduce(
      (total, one) => ({ reads: total.reads + one.reads, writes: total.writes + one.writes, failures: total.failures + one.failures }),
      nothing,
    );
    return { at: new Date(at).toISOString(), ...sum };
  });
}
