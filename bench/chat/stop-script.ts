import type { ProviderMessage } from '@waystory/services/assistant/scripted-provider.fixture.ts';

/** Name of a tool, and what it is called with. */
export type Call = [name: string, args: object];

const beginning = 'Add stops: ';
/** What has the provider add so many stops to a day, one after the other. */
export const addStops = (itineraryId: string, dayId: string, count: number): string => beginning + JSON.stringify({ itineraryId, dayId, count });

/** The call that comes next where stops are to be added; null where they were, and where they are not asked for. */
export function nextCall(question: string, messages: readonly ProviderMessage[]): Call | null {
  if (!question.startsWith(beginning)) return null;
  const { itineraryId, dayId, count } = JSON.parse(question.slice(beginning.length)) as { itineraryId: string; dayId: string; count: number }; // see above
  const results = messages
    .slice(messages.findLastIndex(({ role }) => role === 'user'))
    .filter(({ role }) => role === 'tool')
    .map(({ content }) => JSON.parse(content ?? 'null') as { candidates?: { placeId: string }[] }); // of tools
  if (results.length > count) return null;
  if (results.length === 0) return ['lookup_location', { query: 'Lisbon', itineraryId }];
  const placeId = results[0]?.candidates?.[0]?.placeId;
  return ['add_stop', { itineraryId, dayId, placeId, title: `Stop ${crypto.randomUUID()}` }];
}
