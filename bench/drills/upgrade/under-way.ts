import { type ApiResponse, mustSucceed } from '../environment/client.ts';
import { until } from '../environment/progress.ts';
import { seedItineraries, startBulkDelete } from '../faults/bulk-delete.ts';
import type { Tally } from '../tally.ts';
import type { RollingCluster } from './rolling-cluster.ts';

/** Number of deletions, more than a worker finishes during its shutdown. */
const things = 800;
const doneWithinMs = 90_000;

/** Work in progress while processes are replaced: waits for its end and records it. */
export type WorkInProgress = (tally: Tally) => Promise<void>;

/** Starts a job, and waits until it has deleted some records. */
export async function startUnfinishedJob(cluster: RollingCluster, name: string): Promise<WorkInProgress> {
  const ask = cluster.as('admin');
  const seeded = await seedItineraries(cluster.engines.events, things, `${name} ${crypto.randomUUID().slice(0, 8)}`);
  const head = await cluster.engines.events.head();
  const filter = encodeURIComponent(JSON.stringify(seeded.filter));
  const isThere = async (): Promise<boolean> => {
    const { body } = await ask({ method: 'GET', path: `/api/itineraries?limit=1&filter=${filter}`, headers: { 'x-after': String(head) } });
    return body.total === things;
  };
  if (!(await until(isThere, doneWithinMs))) throw new Error('What a job is about was not projected in time');
  const job = await startBulkDelete(cluster, ask, seeded);
  const begun = await until(async () => (await job.gone()) > 0, doneWithinMs);
  const early = begun && !(await job.hasEnded());
  return async (tally) => {
    await job.end(doneWithinMs);
    const { state, done, changed } = job.told().at(-1) ?? { state: 'not there' };
    const gone = await job.gone();
    const well = early && state === 'completed' && done === things && changed === things && gone === things;
    tally.record(well, `${name}: a job over ${things} stories that its worker was told to leave is ${state}, ${done} done, ${gone} events`);
  };
}

/** Places an order; the returned function pays it. */
export async function placeUnpaidOrder({ port, as, accountIdOf }: RollingCluster, name: string): Promise<WorkInProgress> {
  const ask = as('moderator');
  const orders = `/api/accounts/${accountIdOf('moderator')}/orders`;
  const path = `${orders}/${String((await mustSucceed(ask, { method: 'POST', path: orders, body: { packageId: 'starter' } })).body.id)}`;
  const read = () => ask({ method: 'GET', path, headers: { 'cache-control': 'no-cache' } });
  return async (tally) => {
    let status = '';
    const is = (wanted: (answered: ApiResponse) => boolean): Promise<boolean> => until(async () => wanted(await read()), doneWithinMs);
    await is(({ body }) => typeof body.stripeCheckoutUrl === 'string');
    const address = String((await read()).body.stripeCheckoutUrl);
    const origin = `http://localhost:${port}`;
    const paid = await fetch(address, { method: 'POST', body: new URLSearchParams({ do: 'pay' }), headers: { origin }, redirect: 'manual' });
    await is(({ body }) => {
      status = String(body.status);
      return status === 'FULFILLED';
    });
    tally.record(paid.status < 400 && status === 'FULFILLED', `${name}: an order that was placed before, and paid now, is ${status}`);
  };
}

/**
 * Writes a stop with a field that only the next release knows.
 * @returns a check that the previous release reads and changes the stop
 */
export async function writeStopWithNewField({ as }: RollingCluster, tally: Tally): Promise<WorkInProgress> {
  const ask = as('traveller');
  const idOf = async (at: string, body: object) => String((await mustSucceed(ask, { method: 'POST', path: at, body })).body.id);
  const story = await idOf('/api/itineraries', { title: 'Of the next release', visibility: 'PUBLIC' });
  const coordinates = { latitude: 38.69, longitude: -9.21 };
  const id = await idOf(`/api/itineraries/${story}/stops`, { title: 'A stop', placeName: 'Belém', coordinates, note: 'Ask for the key' });
  const path = `/api/itineraries/${story}/stops/${id}`;
  const written = await ask({ method: 'PATCH', path, body: { note: 'Ask for both keys' } });
  const read = await ask({ method: 'GET', path, headers: { 'x-after': String(written.position) } });
  tally.record(read.body.note === 'Ask for both keys', `the next release writes a field that is new, and reads it: ${read.status}`);
  return async (of) => {
    const { status, position } = await ask({ method: 'PATCH', path, body: { title: 'A stop, told again' } });
    const after = await ask({ method: 'GET', path, headers: { 'x-after': String(position) } });
    const isRead = status === 200 && after.body.title === 'A stop, told again';
    of.record(isRead, `what the next release wrote is read and changed by the one before: ${status}, ${after.status}`);
  };
}
