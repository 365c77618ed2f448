import { Store } from '@tanstack/react-store';
import { api } from '@waystory/client/api.ts';
import type { Api } from '@waystory/client/api-client.ts';
import { type Collection, type CollectionEntry, collectionEntryFields, collectionFields } from '@waystory/proto/social/collection.ts';
import { z } from 'zod';
import { putCollection, putEntry } from '../../model/collection/collection.query.ts';
import { type OverallSaveState, overallSaveState, textSaveStateOf } from '../../model/editing/overall.ts';
import { type DraftStore, ownDrafts } from '../../model/saving/draft-store.ts';
import { EntitySaver } from '../../model/saving/entity-saver.ts';
import { problemsWith } from '../../model/saving/field-problem.ts';
import type { Versioned } from '../../model/saving/versions.ts';

const listText = z.object(collectionFields);
export type ListText = z.output<typeof listText>;
const entryText = z.object(collectionEntryFields);
export type EntryText = z.output<typeof entryText>;

const textOfList = ({ title, note, version }: Collection): Versioned<ListText> => ({ fields: { title, note }, version });
const textOfEntry = ({ note, version }: CollectionEntry): Versioned<EntryText> => ({ fields: { note }, version });

type Calls = Pick<Api, 'patchCollection' | 'getCollection' | 'patchCollectionEntry' | 'listCollectionEntries'>;

/** Edit session of one list. A list has a single owner, so the last write wins, even over another tab. */
export class ListSession {
  readonly list: EntitySaver<ListText>;
  /** Aggregate save status of all savers. */
  readonly overall: Store<OverallSaveState>;
  readonly #id: string;
  readonly #calls: Calls;
  readonly #drafts: DraftStore;
  readonly #entries = new Map<string, EntitySaver<EntryText>>();

  constructor(collection: Collection, calls: Calls = api, drafts: DraftStore = ownDrafts()) {
    const { id } = collection;
    this.#id = id;
    this.#calls = calls;
    this.#drafts = drafts;
    this.list = new EntitySaver(textOfList(collection), {
      entity: `list.${id}`,
      drafts,
      mode: 'autosave',
      problemsOf: problemsWith<ListText>(listText),
      send: async ({ edits }) => {
        const written = await calls.patchCollection({ params: { id }, body: edits });
        putCollection(written);
        return textOfList(written);
      },
      load: async () => textOfList(await calls.getCollection({ params: { id } })),
    });
    this.overall = new Store(this.#now());
    this.list.store.subscribe(this.#look);
  }

  /** Receives the current list from a query. */
  receive(collection: Collection): void {
    this.list.receive(textOfList(collection));
  }

  /** Saver for the note of an entry. */
  entry(entry: CollectionEntry): EntitySaver<EntryText> {
    return this.#entries.get(entry.targetId) ?? this.#newEntry(entry);
  }

  /** Receives a current entry from a query. */
  receiveEntry(entry: CollectionEntry): void {
    this.entry(entry).receive(textOfEntry(entry));
  }

  /** Drops the saver and the unsaved note of a removed entry. */
  forget(targetId: string): void {
    this.#entries.get(targetId)?.discard();
    this.#entries.delete(targetId);
    this.#look();
  }

  /** Saves pending edits at once. */
  async flush(): Promise<void> {
    await Promise.all(this.#savers().map((saver) => saver.flush()));
  }

  /** Discards all unsaved edits of a deleted list. */
  discard(): void {
    for (const saver of this.#savers()) saver.discard();
  }

  #newEntry(entry: CollectionEntry): EntitySaver<EntryText> {
    const { targetId } = entry;
    const params = { id: this.#id, targetId };
    const saver = new EntitySaver<EntryText>(textOfEntry(entry), {
      entity: `list.${this.#id}.${targetId}`,
      drafts: this.#drafts,
      mode: 'autosave',
      problemsOf: problemsWith<EntryText>(entryText),
      send: async ({ edits }) => {
        const written = await this.#calls.patchCollectionEntry({ params, body: edits });
        putEntry(written);
        return textOfEntry(written);
      },
      load: async () => {
        const filter = JSON.stringify({ collectionId: this.#id, targetId });
        const { items } = await this.#calls.listCollectionEntries({ query: { filter, limit: 1 } });
        return textOfEntry(items[0] ?? entry);
      },
    });
    this.#entries.set(targetId, saver);
    saver.store.subscribe(this.#look);
    return saver;
  }

  #savers(): (EntitySaver<ListText> | EntitySaver<EntryText>)[] {
    return [this.list, ...this.#entries.values()];
  }

  #look = (): void => {
    this.overall.setState(() => this.#now());
  };

  #now(): OverallSaveState {
    return overallSaveState(
      this.#savers().map((saver) => textSaveStateOf(saver.store.state)),
      { phase: 'saved', pending: [] },
    );
  }
}
