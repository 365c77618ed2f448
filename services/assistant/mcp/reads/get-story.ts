import { Rejected } from '@waystory/infra/errors.ts';
import type { ReadResult } from '@waystory/proto/assistant/mcp/offered.ts';
import { type StopView, stopTable } from '@waystory/proto/itineraries/stop.ts';
import { toolFieldsOf } from '@waystory/proto/kit/described-field.ts';
import { type RunRead, storyOf } from './read-context.ts';

type StoryStop = ReadResult<'get_story'>['withoutDay'][number];

const toolFields = toolFieldsOf(stopTable);
const shortFields = toolFields.filter((name) => stopTable[name].kind !== 'text');

/** Long texts of a thousand stops would fill the memory of a model. */
function stopOf(stop: StopView, isWhole: boolean): StoryStop {
  const { id, state, place } = stop;
  const told = Object.fromEntries((isWhole ? toolFields : shortFields).map((name) => [name, stop[name]]));
  return {
    ...(told as Pick<StopView, (typeof shortFields)[number]>), // the fields of these names
    ...{ stopId: id, state, placeId: place.id, placeName: place.placeName, coordinates: place.coordinates },
  };
}

export const getStory: RunRead<'get_story'> = async ({ itineraryId, dayId }, context) => {
  const story = await context.api.getItinerary({ params: { id: itineraryId }, query: { include: 'days,stops' } });
  const { days = [], stops = [], accountId, visibility, shortDescription, description, highlights, countries } = story;
  const chosen = dayId ? days.filter(({ id }) => id === dayId) : days;
  if (dayId && chosen.length === 0) throw new Rejected('day/unknown');
  const byId = new Map(stops.map((stop) => [stop.id, stop]));
  const inDay = (ids: readonly string[]): StoryStop[] =>
    ids.flatMap((id) => {
      const stop = byId.get(id);
      return stop ? [stopOf(stop, Boolean(dayId))] : [];
    });
  return {
    ...storyOf(story, context),
    ...{ isMine: accountId === context.accountId, visibility, shortDescription, description, highlights },
    countries: countries.map(({ name }) => name),
    days: chosen.map(({ id, number, title, stopIds }) => ({ dayId: id, number, title, stops: inDay(stopIds) })),
    withoutDay: dayId ? [] : stops.filter(({ dayIds }) => dayIds.length === 0).map((stop) => stopOf(stop, false)),
  };
};
