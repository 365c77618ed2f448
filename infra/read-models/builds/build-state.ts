import type { ProjectionStore } from '../../projection-store/port.ts';
import type { AnyProjection } from '../projection.ts';
import type { Offsets } from './build-beside.ts';
import { activeBuild, unfinishedBuild, versionOf } from './builds.ts';

// Notes about builds for operators. They are stored as checkpoints, like the builds, so that they outlive their process.

type Of = { projection: Pick<AnyProjection, 'name' | 'version' | 'collections'>; store: ProjectionStore };

/** Checkpoint name of rebuild requests for a projection. */
export const rebuildRequestsName = ({ projection }: Of): string => `rebuild-request:${projection.name}`;
const anyBuild = 'any';
const progressOf = ({ projection }: Of): string => `build-progress:${projection.name}`;
/** Progress value of a finished build; progress is stored in whole numbers. */
const whole = 1_000;

/** Requests from running projectors a rebuild that replaces `build`. Ignored when that build is no longer in use. */
export const requestRebuild = (of: Of, build: number): Promise<void> =>
  of.store.saveCheckpoint(rebuildRequestsName(of), anyBuild, { offset: build, watermark: 0 });

/** True when an operator has requested to replace the build in use by another build of the same version. */
export async function isRebuildRequested(of: Of): Promise<boolean> {
  const request = (await of.store.checkpoints(rebuildRequestsName(of)))[anyBuild];
  if (!request) return false;
  return versionOf(request.offset) === of.projection.version && (await activeBuild(of)) === request.offset;
}

/** Minimum interval between stored progress reports, milliseconds. */
const noteEveryMs = 1_000;

/** Returns a function that stores the progress of a build towards `heads`, at most once per `noteEveryMs`. */
export function progressReporter(of: Of, build: number, heads: Offsets): (reached: Offsets) => void {
  let notedAt = 0;
  return (reached) => {
    if (Date.now() - notedAt < noteEveryMs) return;
    notedAt = Date.now();
    const offset = Math.round(shareOf(reached, heads) * whole);
    // A failed report is replaced by the next report.
    of.store.saveCheckpoint(progressOf(of), String(build), { offset, watermark: notedAt }).catch(() => {});
  };
}

/** Share of the log that was read, 0 to 1, as the mean over partitions. A partition beyond its head counts as 1. */
function shareOf(reached: Offsets, heads: Offsets): number {
  const shares = Object.entries(heads).map(([partition, head]) => (head <= 0 ? 1 : Math.min(1, Math.max(0, reached[partition] ?? 0) / head)));
  return shares.length === 0 ? 1 : shares.reduce((sum, share) => sum + share, 0) / shares.length;
}

/** A build in progress beside the build in use. */
export interface BuildInProgress {
  /** Number of the build; null until a process begins it. */
  build: number | null;
  /** Share of the log that was read, 0 to 1; null without a progress report. */
  progress: number | null;
  /** Time of the progress report, milliseconds since 1970; null without one. */
  toldAt: number | null;
}

export interface BuildState {
  /** Build that readers use; null before the first. */
  inUse: number | null;
  underWay: BuildInProgress | null;
}

/** Builds of a projection or an index: in use and in progress. */
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
