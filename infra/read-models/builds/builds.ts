import type { DeadLetters } from '../../dead-letters/port.ts';
import type { ProjectionStore } from '../../projection-store/port.ts';
import type { AnyProjection } from '../projection.ts';
import { buildName, collectionName } from '../projector/projector-commit.ts';

// A projection is stored as numbered builds. The number carries the declared version: build = version * 1000 + n. So a process knows whether a build
// has its shape, and one version can be built again beside the build that is read.
const buildsPerVersion = 1_000;

/** A build that is no longer read is kept this long for readers that have not noticed yet. */
export const graceMs = 30_000;

export const firstBuild = (version: number): number => version * buildsPerVersion + 1;
/** Declared version that a build was made by. */
export const versionOf = (build: number): number => Math.floor(build / buildsPerVersion);

/** State of a build. It lies among the checkpoints, so that it outlives the process that builds. */
interface Build {
  build: number;
  /** Milliseconds since 1970 when it was given up, 0 when it was not. */
  retiredAt: number;
  dropped: boolean;
}

type Of = { projection: Pick<AnyProjection, 'name' | 'version' | 'collections'>; store: ProjectionStore };

const registry = ({ projection }: Of): string => `builds:${projection.name}`;

async function listBuilds(of: Of): Promise<Build[]> {
  const entries = Object.entries(await of.store.checkpoints(registry(of)));
  return entries.map(([build, { offset, watermark }]) => ({ build: Number(build), retiredAt: offset, dropped: watermark === 1 }));
}

const saveBuild = (of: Of, { build, retiredAt, dropped }: Build): Promise<void> =>
  of.store.saveCheckpoint(registry(of), String(build), { offset: retiredAt, watermark: dropped ? 1 : 0 });

/** The build that readers use, if there is any. */
export const activeBuild = async ({ projection, store }: Of): Promise<number | undefined> => (await store.activeVersions())[projection.name];

/** Takes the next number for a new build of the declared version. Only for the holder of the lease of rebuilding. */
export async function beginBuild(of: Of): Promise<number> {
  const { version } = of.projection;
  const numbers = (await listBuilds(of)).map(({ build }) => build).concat((await activeBuild(of)) ?? 0);
  const build = Math.max(firstBuild(version) - 1, ...numbers.filter((number) => versionOf(number) === version)) + 1;
  if (versionOf(build) !== version) throw new Error(`${of.projection.name}@${version} was built ${buildsPerVersion - 1} times; raise its version`);
  await saveBuild(of, { build, retiredAt: 0, dropped: false });
  return build;
}

export const isDropped = async (of: Of, build: number): Promise<boolean> =>
  (await listBuilds(of)).some((known) => known.build === build && known.dropped);

/** Makes readers use a build and gives up the one before. */
export async function switchTo(of: Of, build: number): Promise<void> {
  const before = await activeBuild(of);
  // Noted first: a build that is in use is never dropped, whatever the note says, while one without a note would stay for ever.
  if (before !== undefined && before !== build) await saveBuild(of, { build: before, retiredAt: Date.now(), dropped: false });
  await of.store.activate(of.projection.name, build);
}

export type Dropping = Of & {
  deadLetters: DeadLetters;
  /** Drops what a build has outside the store. */
  dropMore?: (build: number) => Promise<void>;
};

async function dropBuild(of: Dropping, { build, retiredAt }: Build): Promise<void> {
  await of.dropMore?.(build);
  for (const key of Object.keys(of.projection.collections)) await of.store.drop(collectionName({ ...of, build }, key));
  await of.deadLetters.forget(buildName({ ...of, build }));
  await saveBuild(of, { build, retiredAt, dropped: true });
}

/** Builds that were begun and never read: one that is being made, or what was left by processes that died. */
async function unfinishedBuilds(of: Of): Promise<Build[]> {
  const active = await activeBuild(of);
  return (await listBuilds(of)).filter(({ build, retiredAt, dropped }) => !dropped && retiredAt === 0 && build !== active);
}

/** The newest build that was begun and never read, if there is any. */
export async function unfinishedBuild(of: Of): Promise<number | undefined> {
  return (await unfinishedBuilds(of)).map(({ build }) => build).toSorted((a, b) => b - a)[0];
}

/** Drops what was begun and never read, left by a process that died. Only for the holder of the lease of rebuilding. */
export async function dropAbandoned(of: Dropping): Promise<void> {
  for (const build of await unfinishedBuilds(of)) await dropBuild(of, build);
}

/** Drops builds whose grace is over at `now`, milliseconds since 1970. Answers when the next one's is, if there is one. */
export async function dropRetired(of: Dropping, now: number): Promise<number | undefined> {
  const active = await activeBuild(of);
  const retired = (await listBuilds(of)).filter(({ build, retiredAt, dropped }) => !dropped && retiredAt > 0 && build !== active);
  for (const build of retired) if (build.retiredAt + graceMs <= now) await dropBuild(of, build);
  const waiting = retired.map(({ retiredAt }) => retiredAt + graceMs).filter((due) => due > now);
  return waiting.length > 0 ? Math.min(...waiting) : undefined;
}
