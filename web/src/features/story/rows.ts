import type { Chapter, Entry } from '../../model/itinerary/chapters.ts';

/** Stories up to this many stops are rendered whole, so that "find in page" reaches all of them. */
export const wholeListLimit = 60;

/** A row of a story. The key of a heading or a stop is its anchor: `day-2` or `day-2.<id of the stop>`. */
export type StoryListRow =
  | { kind: 'day'; key: string; chapter: Chapter }
  | { kind: 'stop'; key: string; chapter: Chapter; entry: Entry; isLast: boolean }
  | { kind: 'blank'; key: string; chapter: Chapter };

/** Rows of a story in order; a day without stops gets a notice. */
export const storyRowsOf = (chapters: readonly Chapter[]): StoryListRow[] =>
  chapters.flatMap((chapter): StoryListRow[] => [
    { kind: 'day', key: chapter.key, chapter },
    ...chapter.entries.map(
      (entry, index): StoryListRow => ({ kind: 'stop', key: entry.key, chapter, entry, isLast: index === chapter.entries.length - 1 }),
    ),
    ...(chapter.entries.length === 0 ? [{ kind: 'blank' as const, key: `${chapter.key}.blank`, chapter }] : []),
  ]);
