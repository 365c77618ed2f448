import type { ProjectionStore } from '@waystory/infra/projection-store/port.ts';

/** Forgets fencing tokens of documents, so that repeated events are applied again, for a control. */
export const withoutFences = (store: ProjectionStore): ProjectionStore => ({
  ...store,
  load: async (collection, ids) => (await store.load(collection, ids)).map((doc) => ({ ...doc, _at: {} })),
});
