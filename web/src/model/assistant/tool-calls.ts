import type { DataStreamPart } from '@waystory/proto/assistant/data-stream.ts';
import type { ChatMessage, MessagePart, ToolInvocation } from '@waystory/proto/assistant/message.ts';

export type UnknownFields = Readonly<Record<string, unknown>>;
/** Fields of a call's arguments or result in an unknown shape; none for other values. */
export const fieldsOf = (value: unknown): UnknownFields => (typeof value === 'object' && value !== null ? (value as UnknownFields) : {}); // an object has fields with any values
const textIn = (value: unknown, name: string): string | null => {
  const field = fieldsOf(value)[name];
  return typeof field === 'string' && field !== '' ? field : null;
};

const isUuid = (text: string | null): text is string => text !== null && /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text);

/** Result of a call that ended without a failure. */
const resultOf = (call: ToolInvocation): unknown => (call.state === 'result' && !callFailureOf(call) ? call.result : null);

/** Failure message of a call from the server; null without a failure. */
export function callFailureOf(call: ToolInvocation): string | null {
  if (call.state !== 'result') return null;
  const { error } = fieldsOf(call.result);
  return error === undefined ? null : (textIn(error, 'detail') ?? '');
}

/** spec 5: id of the itinerary that a call created; null without a valid id. */
export function createdItineraryId(call: ToolInvocation): string | null {
  const id = call.toolName === 'create_itinerary' ? textIn(resultOf(call), 'id') : null;
  return isUuid(id) ? id : null;
}

/** Calls completed by these parts. */
export function callsEndedBy(parts: readonly DataStreamPart[], answer: ChatMessage | null): ToolInvocation[] {
  const ended = new Set(parts.map((part) => (part.type === 'tool_result' ? part.value.toolCallId : null)));
  return answer?.toolInvocations.filter(({ toolCallId }) => ended.has(toolCallId)) ?? [];
}

const reads: readonly string[] = ['lookup_location', 'google_search', 'web_browser'];

/** Ids of the itinerary and stops that a call wrote; null when the call wrote nothing. */
export function idsWrittenBy(call: ToolInvocation): { itineraryId: string; stopIds: string[] } | null {
  const result = resultOf(call);
  if (result === null || reads.includes(call.toolName)) return null;
  const itineraryId = createdItineraryId(call) ?? textIn(call.args, 'itineraryId');
  if (!isUuid(itineraryId)) return null;
  const stopId = /_stop$/.test(call.toolName) ? textIn(result, 'id') : null;
  return { itineraryId, stopIds: stopId ? [stopId] : [] };
}

/** Id of the itinerary that a call without a known result may have written to; null for a call that only reads. */
export function itineraryIdPossiblyWrittenBy(call: ToolInvocation): string | null {
  const itineraryId = call.state === 'call' && !reads.includes(call.toolName) ? textIn(call.args, 'itineraryId') : null;
  return isUuid(itineraryId) ? itineraryId : null;
}

/** A stop suggested by a call. */
export interface Suggestion {
  itineraryId: string;
  dayId: string;
  stopId: string;
  title: string;
  highlight: string | null;
  /** Name of the stop's place, with the name of its area. */
  placeName: string | null;
}

/** Suggested stops of a message in order. */
export function suggestionsIn({ toolInvocations }: ChatMessage): Suggestion[] {
  return toolInvocations.flatMap((call) => {
    if (call.toolName !== 'add_stop') return [];
    const result = resultOf(call);
    const [stopId, title] = [textIn(result, 'id'), textIn(result, 'title')];
    const [itineraryId, dayId] = [textIn(call.args, 'itineraryId'), textIn(call.args, 'dayId')];
    if (!stopId || !title || !itineraryId || !dayId) return [];
    const placeName = textIn(fieldsOf(result).place, 'placeName');
    return [{ itineraryId, dayId, stopId, title, highlight: textIn(call.args, 'highlight'), placeName }];
  });
}

/** Subject of a tool card: a title, query or URL as `name`, and the number of a day. */
export function callSubjectOf(call: ToolInvocation): { name: string | null; number: number | null } {
  const result = resultOf(call);
  const { number } = fieldsOf(result);
  const name = textIn(result, 'title') ?? textIn(call.args, 'title') ?? textIn(call.args, 'query') ?? textIn(call.args, 'url');
  return { name, number: typeof number === 'number' ? number : null };
}

/** Outcome of an answer that did not end normally. */
export interface AnswerOutcome {
  outcome: string;
  code: string | null;
}

export function answerOutcomeOf({ annotations }: ChatMessage): AnswerOutcome | null {
  const said = annotations.map(fieldsOf).findLast(({ type }) => type === 'outcome');
  const outcome = textIn(said, 'outcome');
  return outcome ? { outcome, code: textIn(said, 'code') } : null;
}

/** A part of an answer: a text, or tool calls between two texts. */
export type Segment = { kind: 'text'; text: string } | { kind: 'tools'; calls: ToolInvocation[] };

/** Segments of a message in order, without the calls shown elsewhere. */
export function segmentsOf(parts: readonly MessagePart[], elsewhere: ReadonlySet<string> = new Set()): Segment[] {
  const segments: Segment[] = [];
  for (const part of parts) {
    if (part.type === 'tool-invocation' && elsewhere.has(part.toolInvocation.toolCallId)) continue;
    const last = segments.at(-1);
    if (part.type === 'text' && part.text.trim() !== '') segments.push({ kind: 'text', text: part.text });
    else if (part.type === 'tool-invocation' && last?.kind === 'tools') last.calls.push(part.toolInvocation);
    else if (part.type === 'tool-invocation') segments.push({ kind: 'tools', calls: [part.toolInvocation] });
  }
  return segments;
}
