import type { ProjectionStore } from '@waystory/infra/projection-store/port.ts';

/** Forgets what each document has seen, so that whatever comes again is applied again: for the control of a drill. */
export const withoutFences = (store: ProjectionStore): ProjectionStore => ({
  ...store,
  load: async (collection, ids) => (await store.load(collection, ids)).map((doc) => ({ ...doc, _at: {} })),
});
