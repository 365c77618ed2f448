import type { Stream } from '@waystory/infra/commands/decider.ts';
import { orThrow, Rejected } from '@waystory/infra/errors.ts';
import type { OpenServices } from '@waystory/infra/host/service.ts';
import { type BoundRoutes, bindRoutes, commandRouteHandler } from '@waystory/infra/http/route-handler.ts';
import { type ProjectionStore, physicalName } from '@waystory/infra/projection-store/port.ts';
import { buildState, requestRebuild } from '@waystory/infra/read-models/builds/build-state.ts';
import { versionOf } from '@waystory/infra/read-models/builds/builds.ts';
import type { AnyProjection } from '@waystory/infra/read-models/projection.ts';
import { type PartitionLag, projectionLag } from '@waystory/infra/read-models/projection-lag.ts';
import { indexesOf } from '@waystory/infra/read-models/searchable.ts';
import { mostDocuments, type Projection, type ProjectionEvent, projectionEvents, projectionRoutes } from '@waystory/proto/operations/projection.ts';

/** Request to rebuild a read model. The route has checked that no other rebuild runs. */
type ProjectionCommand = { type: 'RequestRebuild'; build: number };

/** Build that the last request replaces; null without a request. */
type Requested = number | null;

/** Idempotent: a concurrent request for the same build appends no event. */
const decide = ({ build }: ProjectionCommand, requested: Requested): ProjectionEvent[] =>
  build === requested ? [] : [{ type: 'ProjectionRebuildRequested', data: { build } }];

/** One stream per read model; its id is the name of the read model. */
const projectionStream: Stream<ProjectionCommand, Requested, ProjectionEvent> = {
  category: 'projection',
  stateVersion: 1,
  events: projectionEvents,
  decider: { initial: null, decide, evolve: (_, { data }) => data.build },
};

type Engines = OpenServices['engines'];
type Kept = Omit<Projection, 'indexes'>;
type Buildable = Pick<AnyProjection, 'name' | 'version' | 'collections'>;

/** Routes of read models, also of those that another process projects. */
export function bindProjectionRoutes({ engines, readModels }: Pick<OpenServices, 'engines' | 'readModels'>): BoundRoutes {
  const store = engines.projections;
  const named = (name: string): AnyProjection =>
    orThrow(
      readModels.find((one) => one.name === name),
      'projection/unknown',
    );
  const rebuild = commandRouteHandler(projectionStream)<typeof projectionRoutes.rebuildProjection>(
    ({ params }) => ({
      id: params.name,
      command: async () => ({ type: 'RequestRebuild', build: await replaceableBuild(named(params.name), store) }),
    }),
    (build, { params }) => ({ name: params.name, build: orThrow(build, 'projection/unknown') }),
  );
  return bindRoutes(projectionRoutes, {
    listProjections: async () => {
      const [items, head] = await Promise.all([projectionsOf(readModels, engines), engines.events.head()]);
      return { body: { head, items } };
    },
    getProjection: async ({ params }) => {
      const projection = named(params.name);
      const [items, collections] = await Promise.all([projectionsOf([projection], engines), collectionsOf(projection, store)]);
      return { body: { ...orThrow(items[0], 'projection/unknown'), collections } };
    },
    rebuildProjection: async (request, services) => {
      const answer = await rebuild(request, services);
      // The event is appended before the rebuild is requested, so a client may repeat the request after an interruption.
      await requestRebuild({ projection: { ...named(answer.body.name) }, store }, answer.body.build);
      return answer;
    },
  });
}

/** The build that a rebuild replaces. @throws Rejected while another rebuild runs, or when no build of this version is in use. */
async function replaceableBuild(projection: AnyProjection, store: ProjectionStore): Promise<number> {
  const { inUse, underWay } = await buildState({ projection, store });
  if (underWay || inUse === null) throw new Rejected('projection/rebuild-running');
  if (versionOf(inUse) !== projection.version) throw new Rejected('projection/other-version');
  return inUse;
}

async function projectionsOf(projections: readonly AnyProjection[], engines: Engines): Promise<Projection[]> {
  const all: Buildable[] = projections.flatMap((one) => [one, ...indexesOf(one).map((index) => index.as)]);
  const names = all.map(({ name }) => name);
  const lags = Map.groupBy(await projectionLag(engines, names, Date.now()), ({ projection }) => projection);
  const keptOf = (one: Buildable): Promise<Kept> => stateOf(one, lags.get(one.name) ?? [], engines.projections);
  return Promise.all(
    projections.map(async (one) => {
      const [own, ...indexes] = await Promise.all([keptOf(one), ...indexesOf(one).map((index) => keptOf(index.as))]);
      return { ...own, indexes };
    }),
  );
}

async function stateOf(projection: Buildable, lag: readonly PartitionLag[], store: ProjectionStore): Promise<Kept> {
  const { inUse, underWay } = await buildState({ projection, store });
  const partitions = lag.map(({ projection: _, ...one }) => one).toSorted((a, b) => a.partition.localeCompare(b.partition, 'en', { numeric: true }));
  const toldAt = underWay?.toldAt == null ? null : new Date(underWay.toldAt).toISOString();
  return { name: projection.name, version: projection.version, build: inUse, underWay: underWay && { ...underWay, toldAt }, partitions };
}

/** Collections of the build in use with their numbers of documents. */
async function collectionsOf(projection: AnyProjection, store: ProjectionStore): Promise<{ name: string; documents: number }[]> {
  const { inUse } = await buildState({ projection, store });
  if (inUse === null) return [];
  return Promise.all(
    Object.values(projection.collections).map(async ({ name }) => ({
      name,
      documents: await store.count(physicalName(name, inUse), { filter: null }, mostDocuments),
    })),
  );
}
