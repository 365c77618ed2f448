import type { Day } from '@waystory/proto/itineraries/day.ts';
import { api } from '../../client/api.ts';
import { auth } from '../../client/identity/auth.ts';
import type { Move } from '../arrangement/arrangement.ts';
import { MoveQueue } from '../arrangement/move-queue.ts';
import type { Write } from '../arrangement/move-writes.ts';
import { queryClient } from '../query-client.ts';
import { deletions } from '../saving/deletions.ts';
import { createDraftStore, type DraftStore } from '../saving/draft-store.ts';
import { EntitySaver } from '../saving/entity-saver.ts';
import { type DayText, type ItineraryText, problemsOfDay, problemsOfItinerary, textOfDay, textOfItinerary } from './edited-fields.ts';
import { editedStory, forgetLists, refreshStory, replaceInStory, type Story } from './edited-story.query.ts';
import { overallOf, type SavingOverall } from './overall.ts';

/** All writing to one itinerary in this tab. It outlives its page, so that what is on its way arrives. */
export class EditSession {
  readonly id: string;
  readonly itinerary: EntitySaver<ItineraryText>;
  readonly moves: MoveQueue;
  /** Told of a move that the server does not take. */
  onMoveRefused: (move: Move, problem: string) => void = () => {};
  /** Told of unsaved text of a day that somebody else deleted. */
  onTextLost: (text: string) => void = () => {};
  #days = new Map<string, EntitySaver<DayText>>();
  #drafts: DraftStore;
  #overall: SavingOverall;
  #listeners = new Set<() => void>();

  constructor(story: Story, drafts: DraftStore) {
    const { id } = story.itinerary;
    this.id = id;
    this.#drafts = drafts;
    this.itinerary = new EntitySaver(textOfItinerary(story.itinerary), {
      entity: `itinerary.${id}`,
      drafts,
      problemsOf: problemsOfItinerary,
      send: async (edits, ifMatch) => {
        const written = await api.patchItinerary({ params: { id }, body: edits, ifMatch });
        replaceInStory(id, (now) => ({ ...now, itinerary: { ...now.itinerary, ...written } }));
        void forgetLists();
        return textOfItinerary(written);
      },
      load: async () => textOfItinerary((await refreshStory(id)).itinerary),
    });
    this.moves = new MoveQueue({
      current: () => queryClient.getQueryData(editedStory(id).queryKey) ?? story,
      refresh: () => refreshStory(id),
      write: (write, ifMatch) => this.#write(write, ifMatch),
      onRefused: (move, problem) => this.onMoveRefused(move, problem),
    });
    this.itinerary.subscribe(this.#look);
    this.moves.subscribe(this.#look);
    for (const day of story.days) this.day(day);
    this.#overall = this.#now();
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
  /** How the writing as a whole stands. */
  readonly overall = (): SavingOverall => this.#overall;

  /** What saves the text of a day. */
  day(day: Day): EntitySaver<DayText> {
    const known = this.#days.get(day.id);
    if (known) return known;
    const params = { itineraryId: this.id, id: day.id };
    const saver = new EntitySaver<DayText>(textOfDay(day), {
      entity: `day.${this.id}.${day.id}`,
      drafts: this.#drafts,
      problemsOf: problemsOfDay,
      send: async (edits, ifMatch) => {
        const written = await api.patchDay({ params, body: edits, ifMatch });
        replaceInStory(this.id, (now) => ({ ...now, days: now.days.map((other) => (other.id === written.id ? written : other)) }));
        void forgetLists();
        return textOfDay(written);
      },
      load: async () => textOfDay(await api.getDay({ params })),
    });
    this.#days.set(day.id, saver);
    saver.subscribe(this.#look);
    return saver;
  }

  /** A read brought the story as it is now. */
  receive({ itinerary, days }: Story): void {
    this.itinerary.receive(textOfItinerary(itinerary));
    for (const day of days) this.day(day).receive(textOfDay(day));
    for (const id of this.#days.keys()) {
      if (days.some((day) => day.id === id)) continue;
      this.#forgetDay(id);
    }
    this.#look();
  }

  #forgetDay(id: string): void {
    const saver = this.#days.get(id);
    if (saver?.isUnsaved && !deletions.pending().has(id)) this.onTextLost(Object.values(saver.snapshot().state.edits).filter(Boolean).join('\n'));
    saver?.discard();
    this.#days.delete(id);
  }

  /** Saves now what waits. */
  async flush(): Promise<void> {
    await Promise.all([this.itinerary.flush(), ...[...this.#days.values()].map((saver) => saver.flush()), this.moves.run()]);
  }

  acceptRestored(): void {
    for (const saver of this.#savers()) saver.acceptRestored();
  }

  discardRestored(): void {
    for (const saver of this.#savers()) saver.discardRestored();
  }

  #savers(): (EntitySaver<ItineraryText> | EntitySaver<DayText>)[] {
    return [this.itinerary, ...this.#days.values()];
  }

  async #write(write: Write, ifMatch: number): Promise<number> {
    const itineraryId = this.id;
    switch (write.kind) {
      case 'day':
        return (await api.patchDay({ params: { itineraryId, id: write.dayId }, body: { stopIds: write.stopIds }, ifMatch })).version;
      case 'stop': {
        const body = { dayIds: write.dayIds, index: write.index };
        return (await api.patchStop({ params: { itineraryId, id: write.stopId }, body, ifMatch })).version;
      }
      default:
        return write satisfies never;
    }
  }

  #look = (): void => {
    this.#overall = this.#now();
    for (const listener of this.#listeners) listener();
  };

  #now(): SavingOverall {
    const texts = this.#savers().map((saver) => saver.snapshot());
    return overallOf(
      texts.map(({ state, problems, restored }) => ({
        phase: state.phase,
        isUnsaved: Object.keys(state.edits).length > 0,
        isWrong: Object.keys(problems).length > 0,
        isRestored: restored.length > 0,
        problem: state.problem,
      })),
      this.moves.snapshot(),
    );
  }
}

const sessions = new Map<string, EditSession>();

/** The session of a story in this tab; begun with the drafts of whoever is signed in. */
export function sessionOf(story: Story): EditSession {
  const owner = auth.snapshot().person?.subject ?? 'nobody';
  const key = `${owner}.${story.itinerary.id}`;
  const session = sessions.get(key) ?? new EditSession(story, createDraftStore(localStorage, owner));
  sessions.set(key, session);
  return session;
}
