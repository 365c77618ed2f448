import { longestTitle } from '@waystory/proto/itineraries/stop.ts';

/** Most places taken from one pasted list. */
const most = 50;
/** Prefixes of list lines from people and programs: bullets, numbers, boxes and times of day. */
const before = /^\s*(?:[-*+•–—·▪◦‣]\s*)?(?:\[[ xX]?\]\s*)?(?:\d{1,3}[.)]\s+)?(?:\d{1,2}[:.h]\d{2}\s*(?:am|pm)?\s*[-–—:,]?\s+)?/i;

/** Names of places from a list that was copied elsewhere, a line each; empty for text that is no list. */
export function pastedList(text: string): string[] {
  const lines = text
    .split(/\r\n|\r|\n/)
    .map((line) => line.replace(before, '').trim().slice(0, longestTitle))
    .filter((line) => line !== '');
  return lines.length > 1 ? lines.slice(0, most) : [];
}
