import { refreshAround, refreshItinerary, wholeItinerary } from '../itinerary/itinerary.query.ts';
import { invalidate } from '../queries/invalidation.ts';
import { queryClient } from '../query-client.ts';

/** Refreshes the visible itinerary while the assistant writes to it. At most one refresh runs at a time; the next one covers all writes during it. */
export class StoryRefresh {
  readonly #refresh: (itineraryId: string, stopIds: readonly string[]) => Promise<unknown>;
  readonly #waiting = new Map<string, Set<string>>();
  readonly #running = new Set<string>();

  constructor(refresh: (itineraryId: string, stopIds: readonly string[]) => Promise<unknown>) {
    this.#refresh = refresh;
  }

  /** Records a write of the assistant to an itinerary and some of its stops. */
  written(itineraryId: string, stopIds: readonly string[]): void {
    const waiting = this.#waiting.get(itineraryId) ?? new Set();
    for (const id of stopIds) waiting.add(id);
    this.#waiting.set(itineraryId, waiting);
    void this.#run(itineraryId);
  }

  async #run(id: string): Promise<void> {
    if (this.#running.has(id)) return;
    this.#running.add(id);
    for (let stopIds = this.#waiting.get(id); stopIds; stopIds = this.#waiting.get(id)) {
      this.#waiting.delete(id);
      await this.#refresh(id, [...stopIds]).catch(() => {}); // the next view refetches
    }
    this.#running.delete(id);
  }
}

async function refresh(id: string, stopIds: readonly string[]): Promise<void> {
  invalidate({ kind: 'stop', itineraryId: id });
  invalidate({ kind: 'days', id });
  const { queryKey } = wholeItinerary(id);
  if (queryClient.getQueryData(queryKey)) await refreshAround(id, stopIds);
  // A fetch in progress may predate the write.
  else if (queryClient.isFetching({ queryKey }) > 0) await refreshItinerary(id);
}

export const storyRefresh = new StoryRefresh(refresh);
