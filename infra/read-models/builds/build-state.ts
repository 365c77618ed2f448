import type { ProjectionStore } from '../../projection-store/port.ts';
import type { AnyProjection } from '../projection.ts';
import type { Offsets } from './build-beside.ts';
import { activeBuild, unfinishedBuild, versionOf } from './builds.ts';

// Notes about builds for operators. They lie among the checkpoints, as the builds do, so that they outlive their process.

type Of = { projection: Pick<AnyProjection, 'name' | 'version' | 'collections'>; store: ProjectionStore };

/** Where it is noted that a projection is to be made anew. */
export const requestsOf = ({ projection }: Of): string => `rebuild-request:${projection.name}`;
const anyBuild = 'any';
const progressOf = ({ projection }: Of): string => `build-progress:${projection.name}`;
/** Progress of a finished build; it is stored in whole numbers. */
const whole = 1_000;

/** Asks running projectors to make a projection anew in place of `build`. When that is not in use any more, nothing happens. */
export const requestRebuild = (of: Of, build: number): Promise<void> =>
  of.store.saveCheckpoint(requestsOf(of), anyBuild, { offset: build, watermark: 0 });

/** Whether the build in use is to be replaced by one of the same version. */
export async function isRebuildRequested(of: Of): Promise<boolean> {
  const request = (await of.store.checkpoints(requestsOf(of)))[anyBuild];
  if (!request) return false;
  return versionOf(request.offset) === of.projection.version && (await activeBuild(of)) === request.offset;
}

/** Pause between two notes of progress, milliseconds. */
const noteEveryMs = 1_000;

/** Notes now and then how far a build is on its way to `heads`. */
export function progressNotes(of: Of, build: number, heads: Offsets): (reached: Offsets) => void {
  let notedAt = 0;
  return (reached) => {
    if (Date.now() - notedAt < noteEveryMs) return;
    notedAt = Date.now();
    const offset = Math.round(shareOf(reached, heads) * whole);
    // A note that is lost is made up for by the next one.
    of.store.saveCheckpoint(progressOf(of), String(build), { offset, watermark: notedAt }).catch(() => {});
  };
}

/** How much of every partition was read, 0 to 1; those that are far along make up for none that are not. */
function shareOf(reached: Offsets, heads: Offsets): number {
  const shares = Object.entries(heads).map(([partition, head]) => (head <= 0 ? 1 : Math.min(1, Math.max(0, reached[partition] ?? 0) / head)));
  return shares.length === 0 ? 1 : shares.reduce((sum, share) => sum + share, 0) / shares.length;
}

/** A build that is made beside the one in use. */
export interface BuildUnderWay {
  /** Null while nobody has begun it. */
  build: number | null;
  /** Share of the log that was read, 0 to 1; null where nobody tells. */
  progress: number | null;
  /** When that was told, milliseconds since 1970. */
  toldAt: number | null;
}

export interface BuildState {
  /** Build that readers use; null before the first. */
  inUse: number | null;
  underWay: BuildUnderWay | null;
}

/** The builds of a projection or of an index: in use and under way. */
export async function buildState(of: Of): Promise<BuildState> {
  const [inUse = null, build, notes, isRequested] = await Promise.all([
    activeBuild(of),
    unfinishedBuild(of),
    of.store.checkpoints(progressOf(of)),
    isRebuildRequested(of),
  ]);
  if (build === undefined) return { inUse, underWay: isRequested ? { build: null, progress: 0, toldAt: null } : null };
  const note = notes[String(build)];
  return { inUse, underWay: { build, progress: note ? note.offset / whole : null, toldAt: note?.watermark ?? null } };
}
