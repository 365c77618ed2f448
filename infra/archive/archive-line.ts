import type { Readable } from 'node:stream';
import { z } from 'zod';

/** Number of lines, and of characters, at which a chunk for one SQL statement is complete. */
export const eventsPerChunk = 1_000;
const charactersPerChunk = 4_000_000;

/** One event. Positions are left out, because the order of lines is the order of the log. */
const archiveLine = z.strictObject({
  stream: z.string(),
  version: z.int().min(1),
  // A UUID of any version and variant.
  id: z.guid(),
  type: z.string().min(1),
  schema: z.int().min(1),
  at: z.iso.datetime(),
  data: z.record(z.string(), z.unknown()),
  meta: z.strictObject({
    actorId: z.string().nullable(),
    commandId: z.string(),
    requestHash: z.string().exactOptional(),
    role: z.string().exactOptional(),
    jobId: z.string().exactOptional(),
    cause: z.string().exactOptional(),
    traceId: z.string().exactOptional(),
    spanId: z.string().exactOptional(),
  }),
});
export type ArchiveLine = z.output<typeof archiveLine>;

/** Key of an account's sealed fields; key lines follow all events. */
const keyLine = z.strictObject({
  personalKey: z.strictObject({ accountId: z.string().min(1), life: z.int().min(0), key: z.string().regex(/^[A-Za-z0-9+/]{43}=$/) }),
});
export type KeyLine = z.output<typeof keyLine>;

/** Parsed lines in order: events, then keys. */
export interface ParsedLines {
  events: ArchiveLine[];
  keys: KeyLine[];
  bad: BadArchiveLine | null;
}

/** An invalid line; nothing of the archive was imported. */
export class BadArchiveLine extends Error {
  readonly code = 'event-store/bad-archive-line';
  /** Number of the line, from 1. */
  readonly line: number;
  constructor(line: number, reason: string) {
    super(`Line ${line}: ${reason}`);
    this.line = line;
  }
}

/**
 * Parses lines up to the first unreadable line. An earlier event may still be refused by the log.
 * @param keysBegan True when an earlier line was a key.
 */
export function parseLines(lines: string[], linesBefore: number, keysBegan: boolean): ParsedLines {
  const parsed: ParsedLines = { events: [], keys: [], bad: null };
  for (const [index, text] of lines.entries()) {
    const line = parseLine(text, linesBefore + index + 1);
    if (line instanceof BadArchiveLine) return { ...parsed, bad: line };
    if ('personalKey' in line) parsed.keys.push(line);
    else if (keysBegan || parsed.keys.length > 0)
      return { ...parsed, bad: new BadArchiveLine(linesBefore + index + 1, 'is an event after the keys') };
    else parsed.events.push(line);
  }
  return parsed;
}

function parseLine(line: string, number: number): ArchiveLine | KeyLine | BadArchiveLine {
  let json: unknown;
  try {
    json = JSON.parse(line);
  } catch {
    return new BadArchiveLine(number, 'is not JSON');
  }
  const isKey = typeof json === 'object' && json !== null && Object.hasOwn(json, 'personalKey');
  const parsed = (isKey ? keyLine : archiveLine).safeParse(json);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    return new BadArchiveLine(number, `${issue?.path.join('.') || (isKey ? 'key' : 'event')}: ${issue?.message}`);
  }
  // The parsed JSON, not zod's output, whose copy of a record lacks a key named __proto__.
  return json as ArchiveLine | KeyLine;
}

/** Groups the lines of an archive into chunks for one SQL statement each. */
export async function* archiveChunks(archive: Readable): AsyncGenerator<string[]> {
  let chunk: string[] = [];
  let size = 0;
  for await (const line of linesOf(archive)) {
    chunk.push(line);
    size += line.length;
    if (chunk.length < eventsPerChunk && size < charactersPerChunk) continue;
    yield chunk;
    chunk = [];
    size = 0;
  }
  if (chunk.length > 0) yield chunk;
}

/** Splits a stream into lines. `node:readline` would swallow an error of the stream. */
async function* linesOf(archive: Readable): AsyncGenerator<string> {
  let rest: string[] = [];
  for await (const text of archive.setEncoding('utf8')) {
    const parts = String(text).split('\n');
    for (const part of parts.slice(0, -1)) {
      yield rest.join('') + part;
      rest = [];
    }
    rest.push(parts.at(-1) ?? '');
  }
  const last = rest.join('');
  if (last) yield last;
}
