import type { ChangesOf } from '../../commands/decide-and-append.ts';
import type { DeadLetters } from '../../dead-letters/port.ts';
import { type ProjectionStore, physicalName } from '../../projection-store/port.ts';
import type { InlineDocuments } from '../../projection-store/postgres/inline-documents.ts';
import type { AnyProjection } from '../projection.ts';
import { buildName, collectionName } from '../projector/projector-commit.ts';

// A projection is stored as numbered builds. The number carries the declared version: build = version * 1000 + n. So a process can tell whether a
// build has its shape, and a version can be rebuilt beside the build in use.
const buildsPerVersion = 1_000;

/** Grace period of a retired build, for readers that have not noticed the switch, milliseconds. */
export const graceMs = 30_000;

export const firstBuild = (version: number): number => version * buildsPerVersion + 1;
/** Declared version of a build. */
export const versionOf = (build: number): number => Math.floor(build / buildsPerVersion);

/** State of a build, stored as a checkpoint, so that it outlives the building process. */
interface Build {
  build: number;
  /** Time of retirement, milliseconds since 1970; 0 for a build that is not retired. */
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

/** Number of the build in use; undefined before the first build. */
export const activeBuild = async ({ projection, store }: Of): Promise<number | undefined> => (await store.activeVersions())[projection.name];

/** Allocates the next number for a build of the declared version. The caller must hold the rebuild lease. */
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

/** Switches readers to a build and retires the previous one. */
export async function switchToBuild(of: Of, build: number): Promise<void> {
  const before = await activeBuild(of);
  // The retirement is stored before the switch, because a retired build without this record would never be dropped. A build in use is not dropped,
  // even with this record.
  if (before !== undefined && before !== build) await saveBuild(of, { build: before, retiredAt: Date.now(), dropped: false });
  await of.store.activate(of.projection.name, build);
}

export type DropOptions = Of & {
  deadLetters: DeadLetters;
  /** Drops data of a build outside the store. */
  dropMore?: (build: number) => Promise<void>;
};

async function dropBuild(of: DropOptions, { build, retiredAt }: Build): Promise<void> {
  await of.dropMore?.(build);
  for (const key of Object.keys(of.projection.collections)) await of.store.drop(collectionName({ ...of, build }, key));
  await of.deadLetters.forget(buildName({ ...of, build }));
  await saveBuild(of, { build, retiredAt, dropped: true });
}

/** Builds that were never in use: a build in progress, or remains of dead processes. */
async function unfinishedBuilds(of: Of): Promise<Build[]> {
  const active = await activeBuild(of);
  return (await listBuilds(of)).filter(({ build, retiredAt, dropped }) => !dropped && retiredAt === 0 && build !== active);
}

/** The newest build that was never in use; undefined without one. */
export async function unfinishedBuild(of: Of): Promise<number | undefined> {
  return (await unfinishedBuilds(of)).map(({ build }) => build).toSorted((a, b) => b - a)[0];
}

/** Drops builds that dead processes left unfinished. The caller must hold the rebuild lease. */
export async function dropAbandonedBuilds(of: DropOptions): Promise<void> {
  for (const build of await unfinishedBuilds(of)) await dropBuild(of, build);
}

/** Drops builds whose grace period is over at `now`, milliseconds since 1970. Returns the end of the next grace period, if any. */
export async function dropRetiredBuilds(of: DropOptions, now: number): Promise<number | undefined> {
  const active = await activeBuild(of);
  const retired = (await listBuilds(of)).filter(({ build, retiredAt, dropped }) => !dropped && retiredAt > 0 && build !== active);
  for (const build of retired) if (build.retiredAt + graceMs <= now) await dropBuild(of, build);
  const waiting = retired.map(({ retiredAt }) => retiredAt + graceMs).filter((due) => due > now);
  return waiting.length > 0 ? Math.min(...waiting) : undefined;
}

/** Functions that return the changed documents of a command, by stream category, from the inline rules of projections. */
export function inlineChanges(projections: readonly AnyProjection[], inline: InlineDocuments | null): ChangesOf {
  const rules = new Map<string, ReturnType<ChangesOf>>();
  for (const projection of inline ? projections : []) {
    const { inline: rule, name, version, collections } = projection;
    if (!rule || !inline) continue;
    const names = Object.values(collections).map((collection) => collection.name);
    const current = inline.declare({ name, suits: (build) => versionOf(build) === version, collections: names });
    rules.set(rule.category, (before, after) => {
      const build = current();
      // as: the rule's category determines the type of the state
      const changed = build === null ? null : rule.changed(before as never, after as never);
      if (build === null || changed === null) return null;
      const stored = { projection, build };
      const docs = Object.entries(changed).flatMap(([key, all]) => {
        const collection = collectionName(stored, key);
        return all.map(([id, doc]) => ({ collection, id, doc: doc as Record<string, unknown> | null })); // as: any document is a record
      });
      return { build: buildName(stored), docs, counted: countedIn(projection, build) };
    });
  }
  return (category) => rules.get(category);
}

const countedIn = ({ inline, collections }: AnyProjection, build: number): Record<string, readonly string[]> =>
  Object.fromEntries(Object.entries(inline?.counted ?? {}).map(([key, fields]) => [physicalName(collections[key]?.name ?? key, build), fields]));
