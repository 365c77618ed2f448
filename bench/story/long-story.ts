import { dayRoutes } from '@waystory/proto/itineraries/day.ts';
import { itineraryRoutes } from '@waystory/proto/itineraries/itinerary.ts';
import { stopRoutes } from '@waystory/proto/itineraries/stop.ts';
import { createClient } from '@waystory/proto/kit/client.ts';

export const days = 30;
export const stops = 1_000;
/** Degrees from one stop to the next, a few streets, and from one day to the next. */
const step = 0.011;
const dayStep = 0.35;

/** Makes a public story of a thousand stops over thirty days through the API, each stop at a place of its own. Answers its id. */
export async function makeLongStory(port: number, token: string): Promise<string> {
  const client = createClient(
    { ...itineraryRoutes, ...dayRoutes, ...stopRoutes },
    { baseUrl: `http://127.0.0.1:${port}/api`, token: async () => token },
  );
  const { id } = await client.createItinerary({
    body: { title: 'Thirty days across Iberia', shortDescription: 'A thousand stops, day after day.', visibility: 'PUBLIC' },
  });
  const params = { itineraryId: id };
  const dayIds: string[] = [];
  for (let day = 0; day < days; day++) dayIds.push((await client.addDay({ params, body: { title: `Day ${day + 1}` } })).id);
  for (let stop = 0; stop < stops; stop++) {
    const day = Math.floor((stop * days) / stops);
    const within = stop % Math.ceil(stops / days);
    await client.addStop({
      params,
      body: {
        title: `Stop ${stop + 1}`,
        description: 'A square with arcades, a fountain, and a café that opens late.',
        dayIds: dayIds.slice(day, day + 1),
        coordinates: {
          latitude: 37 + Math.floor(day / 6) * dayStep * 2 + (within % 6) * step,
          longitude: -8.5 + (day % 6) * dayStep * 3 + within * step,
        },
      },
    });
  }
  return id;
}
