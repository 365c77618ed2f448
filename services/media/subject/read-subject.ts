import { streamName } from '@waystory/infra/commands/decider.ts';
import type { EventStore, RecordedEvent } from '@waystory/infra/event-store/port.ts';
import { countryEvents } from '@waystory/proto/itineraries/country.ts';
import { type EventVocabulary, upcast } from '@waystory/proto/kit/event.ts';
import { evolveSubject, type Subject, type SubjectEvent, subjectEvents } from './subject.ts';

/** More countries than this say nothing more about what pictures should show. */
const mostCountries = 3;

/**
 * What an itinerary is about, folded from its stream in the log when it is needed: always as of the last write,
 * and nothing to keep up to date on the way of everyone's writes.
 * @throws EngineUnavailable
 */
export async function readSubject(events: Pick<EventStore, 'read'>, itineraryId: string): Promise<Subject | null> {
  const stream = streamName('itinerary', itineraryId);
  const recorded = (await events.read(stream)).filter(({ type }) => Object.hasOwn(subjectEvents.schemas, type));
  const subject = recorded.reduce<Subject | null>((before, event) => {
    const { type, data } = current(subjectEvents, event);
    return evolveSubject(before, { type, data, stream } as SubjectEvent & { stream: string }); // type and data belong together in the log
  }, null);
  if (!subject) return null;
  const names = await Promise.all(subject.countryIds.slice(0, mostCountries).map((id) => countryName(events, id)));
  return { ...subject, countries: names.filter((name) => name !== null) };
}

async function countryName(events: Pick<EventStore, 'read'>, id: string): Promise<string | null> {
  const recorded = await events.read(streamName('country', id));
  const created = recorded.findLast(({ type }) => type === 'CountryCreated');
  const name = created && current(countryEvents, created).data.name;
  return typeof name === 'string' ? name : null;
}

const current = (vocabulary: EventVocabulary, { type, schema, data }: RecordedEvent) => ({ type, data: upcast(vocabulary, { type, schema, data }) });
