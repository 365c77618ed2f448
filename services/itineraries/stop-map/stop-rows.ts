import type { Stop } from '@waystory/proto/itineraries/stop.ts';
import { createIdColumn } from './id-column.ts';
import { createStoryCountries } from './story-countries.ts';
import { worldX, worldY } from './world-grid.ts';

/** All that the map knows of a stop. */
export type MapStop = Pick<Stop, 'id' | 'itineraryId' | 'placeId' | 'placeName' | 'coordinates' | 'countryId' | 'countryCode'>;

const none = -1;

/** Stops as columns, about 100 bytes each; the row of a stop stays the same until it is removed. */
export function createStopRows() {
  let capacity = 1_024;
  let used = 0;
  let size = 0;
  let free = none;
  const columns = {
    x: new Int32Array(capacity),
    y: new Int32Array(capacity),
    /** Itinerary with country; -1 when the row is free. */
    pair: new Int32Array(capacity),
    /** Next row of the same itinerary, or the next free row. */
    next: new Int32Array(capacity),
    /** Next row at the same location. */
    nextAtLocation: new Int32Array(capacity),
  };
  const columnNames = ['x', 'y', 'pair', 'next', 'nextAtLocation'] as const;
  const stopIds = createIdColumn();
  const placeIds = createIdColumn();
  const names: string[] = [];
  const countries = createStoryCountries();
  /** First row of each itinerary, by its number. */
  const firstOfStory: number[] = [];

  const grow = (): void => {
    capacity *= 2;
    for (const name of columnNames) columns[name] = new Int32Array(columns[name].buffer.transfer(capacity * 4));
  };
  const countryOf = ({ countryId, countryCode }: MapStop) => (countryId === null ? null : { countryId, code: countryCode });

  return {
    columns,
    countries,
    /** Rows in use lie below this. */
    end: (): number => used,
    size: (): number => size,
    placeName: (row: number): string => names[row] ?? '',
    placeId: placeIds.get,
    stopId: stopIds.get,
    itineraryId: (row: number): string => countries.itineraryIdOf(columns.pair[row] ?? 0),

    add(stop: MapStop): number {
      if (free === none && used === capacity) grow();
      const row = free === none ? used++ : free;
      if (row === free) free = columns.next[row] ?? none;
      size += 1;
      const pair = countries.add(stop.itineraryId, countryOf(stop));
      const story = countries.storyOf(pair);
      columns.x[row] = worldX(stop.coordinates.longitude);
      columns.y[row] = worldY(stop.coordinates.latitude);
      columns.pair[row] = pair;
      columns.next[row] = firstOfStory[story] ?? none;
      columns.nextAtLocation[row] = none;
      firstOfStory[story] = row;
      stopIds.set(row, stop.id);
      placeIds.set(row, stop.placeId);
      names[row] = stop.placeName;
      return row;
    },
    remove(row: number): void {
      const pair = columns.pair[row] ?? 0;
      const story = countries.storyOf(pair);
      let before = none;
      for (let at = firstOfStory[story] ?? none; at !== row && at !== none; at = columns.next[at] ?? none) before = at;
      if (before === none) firstOfStory[story] = columns.next[row] ?? none;
      else columns.next[before] = columns.next[row] ?? none;
      countries.remove(pair);
      columns.pair[row] = none;
      columns.next[row] = free;
      names[row] = '';
      free = row;
      size -= 1;
    },
    /** Rows of an itinerary by the id of their stop. */
    ofItinerary(itineraryId: string): Map<string, number> {
      const rows = new Map<string, number>();
      const story = countries.storyNumber(itineraryId);
      if (story === undefined) return rows;
      for (let row = firstOfStory[story] ?? none; row !== none; row = columns.next[row] ?? none) rows.set(stopIds.get(row), row);
      return rows;
    },
    /** Whether a row shows the stop as it is. */
    shows(row: number, stop: MapStop): boolean {
      const { countryId } = countries.country(countries.countryOf(columns.pair[row] ?? 0));
      return (
        columns.x[row] === worldX(stop.coordinates.longitude) &&
        columns.y[row] === worldY(stop.coordinates.latitude) &&
        countryId === (stop.countryId ?? '') &&
        names[row] === stop.placeName &&
        placeIds.get(row) === stop.placeId.toLowerCase()
      );
    },
  };
}
export type StopRows = ReturnType<typeof createStopRows>;
