import { ifAvailable, orThrow } from '@waystory/infra/errors.ts';
import {
  type BoundRoutes,
  bindRoutes,
  commandRouteHandler,
  type HandlerServices,
  type RouteRequest,
  requireAccountId,
} from '@waystory/infra/http/route-handler.ts';
import { type Collection, collectionRoutes } from '@waystory/proto/social/collection.ts';
import type { ReadTarget } from '../target/read-target.ts';
import { type CollectionWithEntries, collectionStream, requireEntry } from './collection.ts';
import { collectionViewOf } from './collection.view.ts';
import { collectionEntries, collections } from './collections.projection.ts';

/** Time after which a new collection is assumed to be in the read model, milliseconds. */
const keptMs = 10_000;

/** Collections that this process is creating or has just created, by account. The read model may not contain them yet. */
function createFreshCollections() {
  const entered = new Map<string, Set<string>>();
  /** Unregisters a collection that was refused or deleted. */
  const leave = (accountId: string, id: string): void => {
    const own = entered.get(accountId);
    own?.delete(id);
    if (own?.size === 0) entered.delete(accountId);
  };
  return {
    leave,
    /** Registers a collection; returns the ids registered before it for the account. */
    enter: (accountId: string, id: string): readonly string[] => {
      const own = entered.get(accountId) ?? new Set();
      if (!own.has(id)) setTimeout(leave, keptMs, accountId, id).unref();
      own.add(id);
      entered.set(accountId, own);
      const all = [...own];
      return all.slice(0, all.indexOf(id));
    },
  };
}

const command = commandRouteHandler(collectionStream);
const known = (collection: CollectionWithEntries | null): CollectionWithEntries => orThrow(collection, 'collection/unknown');

function ownWords(collection: CollectionWithEntries | null): Collection {
  const { entries: _, ...words } = known(collection);
  return words;
}

/** The requested entry, after the write. */
const entryNamed = (collection: CollectionWithEntries | null, { params }: { params: { targetId: string } }) =>
  requireEntry(known(collection), params.targetId);

type Creation = RouteRequest<typeof collectionRoutes.createCollection>;

/** Handler that creates collections within the limit. The read model may be behind the log, so concurrent calls of one process count each other. */
function creator(fresh: ReturnType<typeof createFreshCollections>) {
  const begin = command<typeof collectionRoutes.createCollection>((request, { reads }) => {
    const accountId = requireAccountId(request);
    const make = async () => {
      const before = fresh.enter(accountId, request.newId);
      // Read in this order, so that a collection projected in between is counted twice and never missed.
      const shown = (await ifAvailable(reads.byIds(collections, before))) ?? [];
      const known = (await ifAvailable(reads.count(collections, null))) ?? 0;
      return { type: 'CreateCollection' as const, accountId, collection: request.body, others: known + before.length - shown.length };
    };
    return { id: request.newId, command: make };
  }, ownWords);
  return async (request: Creation, services: HandlerServices) => {
    try {
      return await begin(request, services);
    } catch (error) {
      fresh.leave(requireAccountId(request), request.newId);
      throw error;
    }
  };
}

/** Routes of collections. Targets are read from the log, so that their visibility is current. */
export function bindCollectionRoutes(readTarget: ReadTarget): BoundRoutes {
  function addition(request: RouteRequest<typeof collectionRoutes.addCollectionEntry>, { reads }: HandlerServices) {
    const accountId = requireAccountId(request);
    const { kind, targetId, ...entry } = request.body;
    const make = async () => ({
      type: 'AddEntry' as const,
      accountId,
      target: await readTarget({ kind, id: targetId }, request.principal, reads),
      entry,
    });
    return { id: request.params.id, command: make };
  }
  const fresh = createFreshCollections();
  const remove = command<typeof collectionRoutes.deleteCollection>(
    (request) => ({ id: request.params.id, command: { type: 'DeleteCollection', accountId: requireAccountId(request) } }),
    () => undefined,
  );
  return bindRoutes(collectionRoutes, {
    createCollection: creator(fresh),
    listCollections: async ({ query }, { reads }) => {
      const page = await reads.list(collections, query);
      return { body: { ...page, items: await Promise.all(page.items.map((one) => collectionViewOf(one, reads))) } };
    },
    getCollection: async ({ params }, { reads }) => ({
      body: await collectionViewOf(orThrow(await reads.one(collections, params.id), 'collection/unknown'), reads),
    }),
    patchCollection: command(
      (request) => ({ id: request.params.id, command: { type: 'PatchCollection', accountId: requireAccountId(request), changes: request.body } }),
      ownWords,
    ),
    deleteCollection: async (request, services) => {
      const answer = await remove(request, services);
      fresh.leave(requireAccountId(request), request.params.id);
      return answer;
    },
    // Targets of entries may be unlisted, because the owner of the collection had the link.
    listCollectionEntries: async ({ query }, { reads }) => ({ body: await reads.list(collectionEntries, query, { reach: 'linked' }) }),
    addCollectionEntry: command(addition, (collection, request) => requireEntry(known(collection), request.body.targetId)),
    patchCollectionEntry: command(({ params: { id, targetId }, body: changes, principal }) => {
      const accountId = requireAccountId({ principal });
      return { id, command: { type: 'PatchEntry', accountId, targetId, changes } };
    }, entryNamed),
    removeCollectionEntry: command(
      ({ params: { id, targetId }, principal }) => ({ id, command: { type: 'RemoveEntry', accountId: requireAccountId({ principal }), targetId } }),
      () => undefined,
    ),
  });
}
