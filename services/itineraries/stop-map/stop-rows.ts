import type { Stop } from '@waystory/proto/itineraries/stop.ts';
import { createNameColumn } from './name-column.ts';
import type { StopBlock } from './stop-map-copy.ts';
import { createStoryCountries } from './story-countries.ts';
import { createStoryRanks } from './story-standings.ts';
import { worldX, worldY } from './world-grid.ts';

/** Bytes of a UUID. */
const idBytes = 16;

/** UUIDs, 16 bytes each instead of a text of 36 characters. */
function createIdColumn() {
  let bytes = Buffer.alloc(idBytes * 1_024);
  const reach = (end: number): void => {
    if (end <= bytes.length) return;
    const larger = Buffer.alloc(Math.max(bytes.length * 2, end));
    bytes.copy(larger);
    bytes = larger;
  };
  return {
    get(row: number): string {
      const hex = bytes.toString('hex', row * idBytes, (row + 1) * idBytes);
      return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
    },
    set(row: number, id: string): void {
      reach((row + 1) * idBytes);
      bytes.write(id.replaceAll('-', ''), row * idBytes, 'hex');
    },
    /** Ids of rows, 16 bytes each, in the format of `append`. */
    copy(rows: Int32Array): Uint8Array {
      const copied = new Uint8Array(rows.length * idBytes);
      for (const [at, row] of rows.entries()) copied.set(bytes.subarray(row * idBytes, (row + 1) * idBytes), at * idBytes);
      return copied;
    },
    /** Puts ids into the rows from `row` on. */
    append(row: number, ids: Uint8Array): void {
      reach(row * idBytes + ids.length);
      bytes.set(ids, row * idBytes);
    },
  };
}

/** Properties of a stop that the map holds. */
export type MapStop = Pick<Stop, 'id' | 'itineraryId' | 'placeId' | 'placeName' | 'coordinates' | 'countryId' | 'countryCode'>;

const none = -1;

/** Pairs of itinerary and country by their numbers in the map, each with its number in a copy. */
export interface CopiedPairs {
  numbers: Map<number, { itineraryId: string; country: number; pair: number }>;
  count: number;
}

/** Stops as columns, about 100 bytes each; the row of a stop stays the same until it is removed. */
export function createStopRows() {
  let capacity = 1_024;
  let used = 0;
  let size = 0;
  let free = none;
  const columns = {
    x: new Int32Array(capacity),
    y: new Int32Array(capacity),
    /** Number of the pair of itinerary and country; -1 when the row is free. */
    pair: new Int32Array(capacity),
    /** Next row of the same itinerary, or the next free row. */
    next: new Int32Array(capacity),
    /** Next row at the same location. */
    nextAtLocation: new Int32Array(capacity),
  };
  const columnNames = ['x', 'y', 'pair', 'next', 'nextAtLocation'] as const;
  const stopIds = createIdColumn();
  const placeIds = createIdColumn();
  const names = createNameColumn();
  const countries = createStoryCountries();
  const standings = createStoryRanks();
  /** First row of each itinerary, by its number. */
  const firstOfStory: number[] = [];

  const growTo = (least: number): void => {
    while (capacity < least) capacity *= 2;
    for (const name of columnNames) columns[name] = new Int32Array(columns[name].buffer.transfer(capacity * 4));
  };
  const countryOf = ({ countryId, countryCode }: MapStop) => (countryId === null ? null : { countryId, code: countryCode });

  return {
    columns,
    countries,
    standings,
    /** Row number above all rows in use. */
    end: (): number => used,
    size: (): number => size,
    placeName: names.get,
    placeId: placeIds.get,
    stopId: stopIds.get,
    itineraryId: (row: number): string => countries.itineraryId(countries.storyOf(columns.pair[row] ?? 0)),

    add(stop: MapStop): number {
      if (free === none && used === capacity) growTo(capacity + 1);
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
      names.set(row, stop.placeName);
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
      names.set(row, '');
      free = row;
      size -= 1;
    },
    /** Rows of an itinerary, each with its stop id. */
    ofItinerary(itineraryId: string): { id: string; row: number }[] {
      const rows: { id: string; row: number }[] = [];
      const story = countries.storyNumber(itineraryId);
      if (story === undefined) return rows;
      for (let row = firstOfStory[story] ?? none; row !== none; row = columns.next[row] ?? none) rows.push({ id: stopIds.get(row), row });
      return rows;
    },
    /**
     * Copies rows into a block.
     * @param known pairs that earlier blocks of the same copy contain
     */
    copy(rows: Int32Array, known: CopiedPairs): StopBlock {
      const of = (column: Int32Array): Int32Array => Int32Array.from(rows, (row) => column[row] ?? 0);
      const pairs: StopBlock['pairs'] = [];
      const pair = Int32Array.from(rows, (row) => {
        const number = columns.pair[row] ?? 0;
        const story = countries.storyOf(number);
        const itineraryId = countries.itineraryId(story);
        const country = countries.countryOf(number);
        const told = known.numbers.get(number);
        // A freed pair number is reused, also during a copy, so the number alone does not identify the pair.
        if (told?.itineraryId === itineraryId && told.country === country) return told.pair;
        known.numbers.set(number, { itineraryId, country, pair: known.count });
        pairs.push({ itineraryId, standing: standings.get(story), country: country === 0 ? null : countries.country(country) });
        return known.count++;
      });
      return { x: of(columns.x), y: of(columns.y), pair, pairs, stopIds: stopIds.copy(rows), placeIds: placeIds.copy(rows), names: names.copy(rows) };
    },
    /**
     * Appends a block of `copy` as new rows; returns the first of them.
     * @param known pairs of this and of all earlier blocks
     */
    append(block: StopBlock, known: number[]): number {
      const first = used;
      const count = block.x.length;
      growTo(first + count);
      for (const { itineraryId, standing, country } of block.pairs) {
        const pair = countries.add(itineraryId, country, 0);
        standings.set(countries.storyOf(pair), standing);
        known.push(pair);
      }
      columns.x.set(block.x, first);
      columns.y.set(block.y, first);
      for (let at = 0; at < count; at++) {
        const pair = known[block.pair[at] ?? 0] ?? 0;
        const story = countries.storyOf(pair);
        countries.addTo(pair);
        columns.pair[first + at] = pair;
        columns.next[first + at] = firstOfStory[story] ?? none;
        firstOfStory[story] = first + at;
      }
      columns.nextAtLocation.fill(none, first, first + count);
      stopIds.append(first, block.stopIds);
      placeIds.append(first, block.placeIds);
      names.append(first, block.names);
      used += count;
      size += count;
      return first;
    },
    /** Whether a row equals the present state of the stop. */
    shows(row: number, stop: MapStop): boolean {
      const { countryId } = countries.country(countries.countryOf(columns.pair[row] ?? 0));
      return (
        columns.x[row] === worldX(stop.coordinates.longitude) &&
        columns.y[row] === worldY(stop.coordinates.latitude) &&
        countryId === (stop.countryId ?? '') &&
        names.get(row) === stop.placeName &&
        placeIds.get(row) === stop.placeId.toLowerCase()
      );
    },
  };
}
export type StopRows = ReturnType<typeof createStopRows>;
