import type { AnyProjection } from '@waystory/infra/read-models/projection.ts';

/** Title that the handler cannot take; null when it has been mended. */
export interface Refusing {
  title: string | null;
}

/** The same read model with a fault: it fails, after it has changed documents, at one title. */
export function refusingProjection(projection: AnyProjection, refusing: Refusing): AnyProjection {
  const rewritten = projection.on.ItineraryRewritten;
  if (!rewritten) throw new Error(`${projection.name} does not handle what is to be refused`);
  return {
    ...projection,
    on: {
      ...projection.on,
      ItineraryRewritten: (event, docs) => {
        rewritten(event, docs);
        if (titleOf(event.data.changes) === refusing.title) throw new Error(`cannot take ${refusing.title}`);
      },
    },
  };
}

const titleOf = (changes: unknown): unknown => (typeof changes === 'object' && changes !== null && 'title' in changes ? changes.title : undefined);
