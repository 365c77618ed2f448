import type { ChatMessage, ToolInvocation } from '@waystory/proto/assistant/message.ts';
import type { ToolName } from '@waystory/proto/assistant/tools/registry.ts';
import type { WholeItinerary } from '../itinerary/itinerary.query.ts';
import { fieldsOf, type UnknownFields } from './tool-calls.ts';

/** A text field of a change; `before` is null when blank or unknown. */
export interface ChangedField {
  name: string;
  before: string | null;
  after: string;
}

/** Effect of a pending tool call in terms of the current story. */
export interface ChangeSummary {
  tool: ToolName;
  /** Title of the affected item. */
  subject: string | null;
  /** Number of the affected day. */
  day: number | null;
  /** Name of a new stop's place, with the name of its area. */
  place: string | null;
  fields: ChangedField[];
}

/** Arguments that are no new values: ids, and options of a route. */
const references: readonly string[] = ['itineraryId', 'dayId', 'stopId', 'placeId', 'lockedStopIds', 'freeStart', 'freeEnd'];

/** Id of the itinerary that a call changes; null when the call creates one. */
export const itineraryIdOf = ({ args }: ToolInvocation): string | null => textOf(fieldsOf(args).itineraryId);

/**
 * Summary of a tool call: affected item, and changed fields.
 * @param story current itinerary, if known
 * @param places names of places by id
 */
export function changeSummaryOf(
  { toolName: tool, args }: ToolInvocation,
  story: WholeItinerary | undefined,
  places: ReadonlyMap<string, string>,
): ChangeSummary {
  const said = fieldsOf(args);
  const stop = story?.stops.find(({ id }) => id === said.stopId);
  const isOfStop = tool === 'update_stop' || tool === 'remove_stop';
  const dayId = isOfStop ? stop?.dayIds[0] : said.dayId;
  const day = story?.days.find(({ id }) => id === dayId);
  const now = tool === 'update_stop' ? stop : tool === 'update_itinerary' ? story : undefined;
  const subjects: Partial<Record<ToolName, string | null | undefined>> = {
    update_stop: stop?.title,
    remove_stop: stop?.title,
    update_itinerary: story?.title,
    optimize_route: day?.title,
  };
  const subject = tool in subjects ? subjects[tool] : textOf(said.title);
  return {
    tool,
    subject: subject ?? null,
    day: day?.number ?? null,
    place: places.get(textOf(said.placeId) ?? '') ?? null,
    fields: [...fieldsIn(said, now, subject ?? null), ...movedTo(said, tool, story, day?.number)],
  };
}

/** Written fields; a title that names the whole change is not repeated. */
function fieldsIn(said: UnknownFields, now: object | undefined, subject: string | null): ChangedField[] {
  return Object.entries(said).flatMap(([name, value]) => {
    const [before, after] = [textOf(fieldsOf(now)[name]), textOf(value)];
    if (references.includes(name) || after === null || after === before || (name === 'title' && !now && after === subject)) return [];
    return [{ name, before, after }];
  });
}

function movedTo(said: UnknownFields, tool: ToolName, story: WholeItinerary | undefined, from: number | undefined): ChangedField[] {
  const to = tool === 'update_stop' ? story?.days.find(({ id }) => id === said.dayId)?.number : undefined;
  return to === undefined || to === from ? [] : [{ name: 'day', before: from === undefined ? null : String(from), after: String(to) }];
}

/** Text of a nonempty string or array, or of a number; otherwise null. */
function textOf(value: unknown): string | null {
  if (typeof value === 'string' && value !== '') return value;
  if (typeof value === 'number') return String(value);
  return Array.isArray(value) && value.length > 0 ? value.map(String).join(' · ') : null;
}

/** Names of places looked up in a conversation, by id. */
export function placeNamesIn(messages: readonly ChatMessage[]): Map<string, string> {
  const results = messages.flatMap(({ toolInvocations }) =>
    toolInvocations.flatMap((call) => (call.toolName === 'lookup_location' && call.state === 'result' ? [fieldsOf(call.result)] : [])),
  );
  const candidates = results.flatMap((result) => (Array.isArray(result.candidates) ? result.candidates.map(fieldsOf) : []));
  return new Map(candidates.map(({ placeId, placeName }) => [String(placeId), String(placeName)]));
}
