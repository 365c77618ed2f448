import { streamName } from '@waystory/infra/commands/decider.ts';
import type { EventStore, RecordedEvent } from '@waystory/infra/event-store/port.ts';
import { countryEvents } from '@waystory/proto/itineraries/country.ts';
import { type EventVocabulary, upcast } from '@waystory/proto/kit/event.ts';
import { evolveSubject, type Subject, type SubjectEvent, subjectEvents } from './subject.ts';

/** More countries do not help the image search. */
const mostCountries = 3;

/**
 * Subject of an itinerary, evolved from its stream on demand.
 * The answer is as current as the last write, and writes pay nothing for it.
 * @throws EngineUnavailable
 */
export async function readSubject(events: Pick<EventStore, 'read'>, itineraryId: string): Promise<Subject | null> {
  const stream = streamName('itinerary', itineraryId);
  const recorded = (await events.read(stream)).filter(({ type }) => Object.hasOwn(subjectEvents.schemas, type));
  const subject = recorded.reduce<Subject | null>((before, event) => {
    const { type, data } = current(subjectEvents, event);
    return evolveSubject(before, { type, data, stream } as SubjectEvent & { stream: string }); // as: the log pairs type and data
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
