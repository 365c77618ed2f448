import type { FieldChange, HistoryEntry } from '@waystory/proto/operations/history.ts';
import { humanize } from '../../lib/humanize.ts';

/** Events of one command: same time, person and cause. */
export interface CommandGroup extends Pick<HistoryEntry, 'commandId' | 'at' | 'actorId' | 'role' | 'cause' | 'jobId'> {
  /** Events of the command, in order of occurrence. */
  entries: readonly HistoryEntry[];
}

/**
 * Groups history entries by command.
 * @param entries newest first, as from the API; groups have the same order
 */
export function commandGroups(entries: readonly HistoryEntry[]): CommandGroup[] {
  const groups: (CommandGroup & { entries: HistoryEntry[] })[] = [];
  for (const entry of entries) {
    const last = groups.at(-1);
    if (last?.commandId === entry.commandId) last.entries.unshift(entry);
    else {
      const { commandId, at, actorId, role, cause, jobId } = entry;
      groups.push({ commandId, at, actorId, role, cause, jobId, entries: [entry] });
    }
  }
  return groups;
}

/** Text for the cause of a change, and the id of the conversation that caused it. */
export interface CauseWords {
  words: string;
  threadId: string | null;
}

/** @param cause in a format of `proto/kit/cause.ts` */
export function causeWords(cause: string): CauseWords {
  const [kind = '', ...rest] = cause.split(':');
  const [first = '', call = ''] = rest;
  if (kind === 'tool' && first === 'mcp') return { words: 'An assistant of somebody else, on behalf of the account', threadId: null };
  if (kind === 'tool') return { words: `The assistant, with call ${call.slice(-8)} of a conversation`, threadId: first };
  if (kind === 'reversal') return { words: 'What the assistant had changed was taken back', threadId: null };
  if (kind === 'suspension') return { words: 'The suspension came to its end', threadId: null };
  return { words: cause, threadId: null };
}

/** Event type such as `StopAdded` as words. */
export const actionWords = (action: string): string => humanize(`${action.charAt(0).toLowerCase()}${action.slice(1)}`);

const instant = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;
const local = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'long' });

/**
 * A moment in the reader's time zone, with the zone.
 * @param at ISO 8601 UTC
 */
export const momentText = (at: string): string => local.format(new Date(at));

/** Value of a field as text, with times in the reader's time zone. Empty for null and undefined. */
export function valueText(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (Array.isArray(value)) return value.map(valueText).join('\n');
  if (typeof value === 'string' && instant.test(value)) return momentText(value);
  if (typeof value !== 'object') return String(value);
  const said = Object.entries(value).filter(([, part]) => valueText(part) !== '');
  return said.map(([name, part]) => `${humanize(name)}: ${valueText(part)}`).join('\n');
}

/** True when the text of the field changed. Also true when both values are null, because their text is no longer readable. */
export const hasVisibleChange = ({ before, after }: FieldChange): boolean =>
  valueText(before) !== valueText(after) || (before === null && after === null);

/** Difference of two texts: their common beginning and end, and the parts between. */
interface TextDifference {
  start: string;
  removed: string;
  added: string;
  end: string;
}

/** True at the edge of a word, because a difference that is cut inside a word is hard to read. */
const isWordEdge = (text: string, at: number): boolean =>
  at <= 0 || at >= text.length || /\s/.test(text.charAt(at - 1)) || /\s/.test(text.charAt(at));

/** The single span in which two texts differ, widened to whole words. */
export function textDifference(before: string, after: string): TextDifference {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start++;
  while (!(isWordEdge(before, start) && isWordEdge(after, start))) start--;
  let end = 0;
  while (end < shorter - start && before.at(-1 - end) === after.at(-1 - end)) end++;
  while (!(isWordEdge(before, before.length - end) && isWordEdge(after, after.length - end))) end--;
  return {
    start: before.slice(0, start),
    removed: before.slice(start, before.length - end),
    added: after.slice(start, after.length - end),
    end: before.slice(before.length - end),
  };
}
