import { type Ask, askAs, itineraryOf } from '../cluster/ask.ts';
import type { Tally } from '../tally.ts';
import type { RollingCluster } from './rolling-cluster.ts';

/** A stop with the field that only the next release knows. */
export interface NotedStop {
  /** What the release before makes of it: it is read, and changed in what that release knows. */
  changeBefore(tally: Tally): Promise<void>;
}

async function idOf(ask: Ask, path: string, body: object): Promise<string> {
  const { status, json } = await ask({ method: 'POST', path, body });
  const { id } = itineraryOf(json) ?? {};
  if (status !== 201 || !id) throw new Error(`POST ${path} was answered with ${status}: ${JSON.stringify(json)}`);
  return id;
}

/** Written while all processes are of the next release. */
export async function writeNoted(cluster: RollingCluster, tally: Tally): Promise<NotedStop> {
  const { ask, close } = askAs(cluster.port, cluster.tokens.traveller);
  const story = await idOf(ask, '/api/itineraries', { title: 'Of the next release', visibility: 'PUBLIC' });
  const coordinates = { latitude: 38.69, longitude: -9.21 };
  const id = await idOf(ask, `/api/itineraries/${story}/stops`, { title: 'A stop', placeName: 'Belém', coordinates, note: 'Ask for the key' });
  const path = `/api/itineraries/${story}/stops/${id}`;
  const written = await ask({ method: 'PATCH', path, body: { note: 'Ask for both keys' } });
  const read = await ask({ method: 'GET', path, headers: { 'x-after': String(written.position) } });
  tally.record(Object(read.json).note === 'Ask for both keys', `the next release writes a field that is new, and reads it: ${read.status}`);
  return {
    async changeBefore(of) {
      const { status, position } = await ask({ method: 'PATCH', path, body: { title: 'A stop, told again' } });
      const after = await ask({ method: 'GET', path, headers: { 'x-after': String(position) } });
      const { title } = Object(after.json);
      of.record(
        status === 200 && title === 'A stop, told again',
        `what the next release wrote is read and changed by the one before: ${status}, ${after.status}`,
      );
      close();
    },
  };
}
