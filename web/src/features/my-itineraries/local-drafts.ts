import { useAuth } from '@waystory/client/identity/use-auth.ts';
import { useCallback, useMemo, useSyncExternalStore } from 'react';
import { newStoryEntity, unsentTitle } from '../../model/editing/new-story.ts';
import { ownDrafts } from '../../model/saving/draft-store.ts';

/** Drafts that only this browser has. */
export interface LocalDrafts {
  /** A story that was begun and never created; its title may be empty. */
  unsent: { title: string } | null;
  /** Itineraries with text that is not saved. */
  unsavedIds: ReadonlySet<string>;
  discardUnsent: () => void;
}

const listen = (listener: () => void): (() => void) => {
  addEventListener('storage', listener);
  return () => removeEventListener('storage', listener);
};

/** Drafts of the signed-in user, including those that another tab writes. */
export function useLocalDrafts(): LocalDrafts {
  const { person } = useAuth();
  const drafts = useMemo(() => ownDrafts(person), [person]);
  // One text for all of it, so that React sees when something changed.
  const look = useCallback((): string => JSON.stringify({ entities: drafts.list(), unsent: unsentTitle(drafts) }), [drafts]);
  const snapshot = useSyncExternalStore(listen, look);
  return useMemo(() => {
    const { entities, unsent } = JSON.parse(snapshot) as { entities: string[]; unsent: string | null }; // written by `look`
    return {
      unsent: unsent === null ? null : { title: unsent },
      unsavedIds: new Set(entities.map((entity) => entity.split('.')[1]).filter((id) => id !== undefined)),
      discardUnsent: () => {
        drafts.remove(newStoryEntity);
        // The browser tells the other tabs only.
        dispatchEvent(new StorageEvent('storage'));
      },
    };
  }, [snapshot, drafts]);
}
