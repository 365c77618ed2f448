import { randomUUID } from 'node:crypto';
import type { Adapters } from '@waystory/infra/adapters.ts';
import type { NewEvent } from '@waystory/infra/event-store/port.ts';

/** The title that is refused. */
export const poison = 'poison';
const accountId = randomUUID();

/** Of the engines that the drill and the commands work on. */
export type Settings = Readonly<Record<string, string>>;

/** Itineraries whose titles change one after the other; only the first has the one that is refused. Answers their ids. */
export async function tell(
  { events }: Pick<Adapters, 'events'>,
  titles: readonly [string, ...string[]],
  count: number,
): Promise<[string, ...string[]]> {
  const ids = [randomUUID(), ...Array.from({ length: count - 1 }, () => randomUUID())] as [string, ...string[]]; // a list with an entry, which inference widens
  for (const [index, title] of titles.entries())
    for (const id of ids) {
      const given = title === poison && id !== ids[0] ? 'harmless' : title;
      const created = { type: 'ItineraryCreated', data: { title: given, accountId, visibility: 'PUBLIC' } };
      const rewritten = { type: 'ItineraryRewritten', data: { changes: { title: given } } };
      await events.append(`itinerary-${id}`, index, [{ ...blank(), ...(index === 0 ? created : rewritten) }]);
    }
  return ids;
}

const blank = (): Omit<NewEvent, 'type' | 'data'> => ({
  id: randomUUID(),
  schema: 1,
  at: new Date().toISOString(),
  meta: { actorId: accountId, commandId: randomUUID() },
});
