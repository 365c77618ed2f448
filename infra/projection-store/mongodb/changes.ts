import type { Position } from '../../event-store/port.ts';
import type { ProjectionStore } from '../port.ts';
import type { Progress } from './progress.ts';

/** Polling interval for changes of other processes, milliseconds. Each process polls, so this is the cost of an idle cluster. */
const lookEveryMs = 200;
/** Polling interval while a reader waits, milliseconds. */
const hurriedLookMs = 30;
/** Time for which an announced reader is assumed to wait, milliseconds. */
const hurryForMs = 1_000;
/** Minimum pause between polls, milliseconds: one poll finds the changes of many commits. */
const restMs = 15;
/** Interval of complete polls, milliseconds. Polls between them read recent changes, by the server's clock. */
const lookAtAllEveryMs = 1_000;
/** Overlap of two polls, milliseconds, because a change may become visible later than its timestamp. */
const overlapMs = 100;
/** Polling interval after a failed poll, milliseconds. */
const retryAfterMs = 250;

type Listener = Parameters<ProjectionStore['onChange']>[0];
type Change = Parameters<Listener>[0];

export interface ChangeNotifier {
  subscribe(changed: Listener): () => void;
  /**
   * Polls at once after a write of this process, if a reader waits. The write itself is no notification, because only the store has the checkpoints
   * of all partitions.
   */
  look(): void;
  /** Polls more often for a second, because a reader waits. */
  hurry(): void;
  close(): Promise<void>;
}

/**
 * Notifies subscribers of changes by any process. One poll serves all subscribers; without subscribers, it stops. The watermark of a projection is
 * that of its slowest partition.
 */
export function createChangeNotifier(lookUp: (since?: Date) => Promise<Progress[]>): ChangeNotifier {
  const subscribers = new Set<Listener>();
  const seen = progressSeen();
  const recent = lastMoved();
  let watch: Watch | null = null;
  let hurriedUntil = 0;
  const isHurried = (): boolean => performance.now() < hurriedUntil;

  const look = async (): Promise<void> => {
    const since = recent.since();
    const found = await lookUp(since);
    recent.saw(found, since);
    const news = found.flatMap(seen.take);
    for (const subscriber of subscribers) for (const change of news) subscriber(change);
  };
  const stop = async (): Promise<void> => {
    const stopped = watch;
    watch = null;
    await stopped?.stop();
  };
  return {
    look: () => {
      if (isHurried()) watch?.again();
    },
    hurry: () => {
      const wasHurried = isHurried();
      hurriedUntil = performance.now() + hurryForMs;
      if (!wasHurried) watch?.again();
    },
    subscribe: (changed) => {
      const own: Listener = (change) => changed(change);
      const before = seen.all();
      subscribers.add(own);
      // Notifications begin only after the caller has received the unsubscribe function.
      queueMicrotask(() => subscribers.has(own) && before.forEach(own));
      watch ??= watching(look, () => (isHurried() ? hurriedLookMs : lookEveryMs));
      return () => {
        subscribers.delete(own);
        if (subscribers.size === 0) void stop();
      };
    },
    close: async () => {
      subscribers.clear();
      await stop();
    },
  };
}

/** Latest change that earlier polls have found. */
function lastMoved() {
  let latest: number | undefined;
  let wholeAt = Number.NEGATIVE_INFINITY;
  return {
    /** Start of the next poll's range; undefined for everything. */
    since: (): Date | undefined =>
      latest !== undefined && performance.now() - wholeAt < lookAtAllEveryMs ? new Date(latest - overlapMs) : undefined,
    saw: (found: readonly Progress[], since: Date | undefined): void => {
      if (!since) wholeAt = performance.now();
      const times = found.flatMap(({ moved }) => moved?.getTime() ?? []);
      if (times.length > 0) latest = Math.max(latest ?? 0, ...times);
    },
  };
}

/** Progress of a projection. Subscribers are also notified when only the offset changes, for checkpoints without a watermark. */
interface Reached {
  watermark: Position;
  /** Sum of the offsets of all partitions. */
  offset: number;
}

/** Remembers found progress, so that only changes are notified. */
function progressSeen() {
  const reached = new Map<string, Reached>();
  const versions = new Map<string, number>();
  const advance = (name: string, { watermark, offset }: Reached): boolean => {
    const before = reached.get(name);
    reached.set(name, { watermark, offset });
    return before?.watermark !== watermark || before.offset !== offset;
  };
  const activate = (name: string, version: number): boolean => {
    const before = versions.get(name);
    versions.set(name, version);
    return before !== version;
  };
  return {
    take: ({ name, partitions, version }: Progress): Change[] => {
      const all = Object.values(partitions);
      const watermark = Math.min(...all.map((checkpoint) => checkpoint.watermark));
      const moved = all.length > 0 && advance(name, { watermark, offset: all.reduce((sum, { offset }) => sum + offset, 0) });
      const activated = version !== undefined && activate(name, version);
      return [...(moved ? [{ projection: name, watermark }] : []), ...(activated ? [{ projection: name }] : [])];
    },
    all: (): Change[] => [
      ...Array.from(reached, ([projection, { watermark }]) => ({ projection, watermark })),
      ...Array.from(versions.keys(), (projection) => ({ projection })),
    ],
  };
}

interface Watch {
  /** Starts the next poll at once, or directly after the poll in progress. */
  again(): void;
  /** Resolves when no poll is in progress. */
  stop(): Promise<void>;
}

/** Polls periodically; the timers keep no process alive. */
function watching(look: () => Promise<void>, everyMs: () => number): Watch {
  let stopped = false;
  let asked = false;
  let wake = (): void => {};
  const pause = (milliseconds: number): Promise<void> =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, milliseconds).unref();
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  const run = async (): Promise<void> => {
    while (!stopped) {
      asked = false;
      const wait = await look().then(everyMs, () => retryAfterMs);
      // A request for a poll does not shorten this minimum pause.
      await new Promise((resolve) => setTimeout(resolve, restMs).unref());
      if (!asked && !stopped) await pause(wait - restMs);
    }
  };
  const done = run();
  return {
    again: () => {
      asked = true;
      wake();
    },
    stop: () => {
      stopped = true;
      wake();
      return done;
    },
  };
}
