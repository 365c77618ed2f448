import { Store } from '@tanstack/react-store';
import { api } from '@waystory/client/api.ts';
import { auth } from '@waystory/client/identity/auth.ts';
import { visibility } from '@waystory/proto/itineraries/audience.ts';
import { type Day, dayFields } from '@waystory/proto/itineraries/day.ts';
import { type Itinerary, itineraryFields } from '@waystory/proto/itineraries/itinerary.ts';
import { z } from 'zod';
import type { Move, MoveWrite } from '../arrangement/arrangement.ts';
import { MoveQueue } from '../arrangement/move-queue.ts';
import { refreshAround, refreshItinerary, type WholeItinerary, wholeItinerary } from '../itinerary/itinerary.query.ts';
import { itineraryWrites } from '../itinerary/itinerary-writes.ts';
import { queryClient } from '../query-client.ts';
import { deletions } from '../saving/deletions.ts';
import { type DraftStore, ownDrafts } from '../saving/draft-store.ts';
import { EntitySaver } from '../saving/entity-saver.ts';
import { problemsWith } from '../saving/field-problem.ts';
import { warnBeforeLeaving } from '../saving/leave-warning.ts';
import type { Versioned } from '../saving/versions.ts';
import { type OverallSaveState, overallSaveState, textSaveStateOf } from './overall.ts';
import { UndoStack } from './undo-stack.ts';

const itineraryText = z.object({ ...itineraryFields, visibility });
type ItineraryText = z.output<typeof itineraryText>;
const dayText = z.object(dayFields);
export type DayText = z.output<typeof dayText>;

const textOfItinerary = (itinerary: Itinerary): Versioned<ItineraryText> => {
  const { title, shortDescription, imageUrl, imageId, highlights, description, countryIds, firstDate, visibility, version } = itinerary;
  return { fields: { title, shortDescription, imageUrl, imageId, highlights, description, countryIds, firstDate, visibility }, version };
};

const textOfDay = ({ title, description, version }: Day): Versioned<DayText> => ({ fields: { title, description }, version });

const problemsOfItinerary = problemsWith<ItineraryText>(itineraryText);
const problemsOfDay = problemsWith<DayText>(dayText);

/** Text edits and moves of one itinerary in this tab, with their undo stack. The session outlives its page, so that pending writes arrive. */
export class EditSession {
  readonly id: string;
  readonly itinerary: EntitySaver<ItineraryText>;
  readonly moves: MoveQueue;
  /** Undoable changes to days and stops. */
  readonly undo = new UndoStack();
  /** Overall saving state. */
  readonly overall: Store<OverallSaveState>;
  /** Called when the server has refused a move. */
  onMoveRefused: (move: Move, problem: string) => void = () => {};
  /** Called with unsaved text of a day that another person deleted. */
  onTextLost: (text: string) => void = () => {};
  #days = new Map<string, EntitySaver<DayText>>();
  #drafts: DraftStore;

  constructor(itinerary: WholeItinerary, drafts: DraftStore) {
    const { id } = itinerary;
    this.id = id;
    this.#drafts = drafts;
    this.itinerary = new EntitySaver(textOfItinerary(itinerary), {
      entity: `itinerary.${id}`,
      drafts,
      mode: 'autosave',
      problemsOf: problemsOfItinerary,
      send: async ({ edits, base }) => {
        const written = await itineraryWrites.patchItinerary({ params: { id }, body: edits, ifMatch: base.version });
        // The first date determines the times of all stops.
        if (edits.firstDate !== undefined) void refreshItinerary(id).catch(() => null);
        return textOfItinerary(written);
      },
      load: async () => textOfItinerary(await refreshItinerary(id)),
    });
    this.moves = new MoveQueue({
      current: () => queryClient.getQueryData(wholeItinerary(id).queryKey) ?? itinerary,
      refresh: () => refreshItinerary(id),
      write: (write, ifMatch) => this.#write(write, ifMatch),
      refreshAround: (stopIds) => refreshAround(id, stopIds),
      onRefused: (move, problem) => this.onMoveRefused(move, problem),
    });
    for (const day of itinerary.days) this.day(day);
    this.overall = new Store(this.#now());
    this.itinerary.store.subscribe(this.#look);
    this.moves.store.subscribe(this.#look);
  }

  /** Saver for the text of a day. */
  day(day: Day): EntitySaver<DayText> {
    const existing = this.#days.get(day.id);
    if (existing) return existing;
    const params = { itineraryId: this.id, id: day.id };
    const saver = new EntitySaver<DayText>(textOfDay(day), {
      entity: `day.${this.id}.${day.id}`,
      drafts: this.#drafts,
      mode: 'autosave',
      problemsOf: problemsOfDay,
      send: async ({ edits, base }) => textOfDay(await itineraryWrites.patchDay({ params, body: edits, ifMatch: base.version })),
      load: async () => textOfDay(await api.getDay({ params })),
    });
    this.#days.set(day.id, saver);
    saver.store.subscribe(this.#look);
    return saver;
  }

  /** Receives the current itinerary from a read or a write. */
  receive(itinerary: WholeItinerary): void {
    const { days } = itinerary;
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
    if (saver?.isUnsaved && !deletions.pending.state.has(id))
      this.onTextLost(Object.values(saver.store.state.state.edits).filter(Boolean).join('\n'));
    saver?.discard();
    this.#days.delete(id);
  }

  /** Saves all pending texts and moves now. */
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

  async #write(write: MoveWrite, ifMatch: number): Promise<number> {
    const itineraryId = this.id;
    switch (write.kind) {
      case 'day':
        return (await itineraryWrites.patchDay({ params: { itineraryId, id: write.dayId }, body: { stopIds: write.stopIds }, ifMatch })).version;
      case 'stop': {
        const body = { dayIds: write.dayIds, index: write.index };
        return (await itineraryWrites.patchStop({ params: { itineraryId, id: write.stopId }, body, ifMatch })).version;
      }
      default:
        return write satisfies never;
    }
  }

  #look = (): void => {
    this.overall.setState(() => this.#now());
  };

  #now(): OverallSaveState {
    return overallSaveState(
      this.#savers().map((saver) => textSaveStateOf(saver.store.state)),
      this.moves.store.state,
    );
  }
}

const sessions = new Map<string, EditSession>();
const keyOf = (id: string): string => `${auth.state.person?.subject ?? 'nobody'}.${id}`;

/** Session of an itinerary in this tab, created with the drafts of the signed-in person. */
export function sessionOf(itinerary: WholeItinerary): EditSession {
  const key = keyOf(itinerary.id);
  const session = sessions.get(key) ?? new EditSession(itinerary, ownDrafts());
  sessions.set(key, session);
  return session;
}

/** Number of pages that hold a session, and the function that ends its leave warning. */
const holds = new Map<EditSession, { pages: number; stopWarning: () => void }>();

/** Holds a session for a page; returns the release function. The session ends when no page holds it and all is saved. */
export function holdSession(session: EditSession): () => void {
  // The previous page may have released the session in the same task.
  sessions.set(keyOf(session.id), session);
  const hold = holds.get(session) ?? { pages: 0, stopWarning: warnBeforeLeaving(() => session.overall.state.isUnsaved) };
  holds.set(session, hold);
  hold.pages += 1;
  return () => {
    hold.pages -= 1;
    endIfDone(session);
  };
}

function endIfDone(session: EditSession): void {
  const hold = holds.get(session);
  if (!hold || hold.pages > 0) return;
  if (session.overall.state.isUnsaved) {
    const waiting = session.overall.subscribe(({ isUnsaved }) => {
      if (isUnsaved) return;
      waiting.unsubscribe();
      endIfDone(session);
    });
    return;
  }
  hold.stopWarning();
  holds.delete(session);
  for (const [key, other] of sessions) if (other === session) sessions.delete(key);
}
