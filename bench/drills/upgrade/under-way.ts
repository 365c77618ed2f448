import { setTimeout as pause } from 'node:timers/promises';
import { type Answered, type Ask, askAs, itineraryOf } from '../environment/client.ts';
import { until } from '../environment/progress.ts';
import { seedItineraries, startBulkDelete } from '../faults/bulk-delete.ts';
import type { Tally } from '../tally.ts';
import type { RollingCluster } from './rolling-cluster.ts';

/** Number of deletions, more than a worker finishes during its shutdown. */
const things = 800;
const doneWithinMs = 90_000;

/** Work in progress while processes are replaced. */
export interface UnderWay {
  /** Waits for the end and records it. */
  end(tally: Tally): Promise<void>;
}

const fieldOf = ({ json, status }: Answered, field: string): string => {
  const value: unknown = typeof json === 'object' && json !== null ? Reflect.get(json, field) : undefined;
  if (typeof value !== 'string') throw new Error(`An answer with ${status} has no ${field}: ${JSON.stringify(json)}`);
  return value;
};

/** A job with some deletions done. */
export async function jobUnderWay(cluster: RollingCluster, name: string): Promise<UnderWay> {
  const { ask, close } = askAs(cluster.port, cluster.tokens.admin);
  const seeded = await seedItineraries(cluster.engines.events, things, `${name} ${crypto.randomUUID().slice(0, 8)}`);
  const head = await cluster.engines.events.head();
  const filter = encodeURIComponent(JSON.stringify(seeded.filter));
  const isThere = async (): Promise<boolean> => {
    const { json } = await ask({ method: 'GET', path: `/api/itineraries?limit=1&filter=${filter}`, headers: { 'x-after': String(head) } });
    return typeof json === 'object' && json !== null && 'total' in json && json.total === things;
  };
  if (!(await until(isThere, doneWithinMs))) throw new Error('What a job is about was not projected in time');
  const job = await startBulkDelete(cluster, ask, seeded);
  const begun = await until(async () => (await job.gone()) > 0, doneWithinMs);
  const early = begun && !(await job.hasEnded());
  return {
    async end(tally) {
      await job.end(doneWithinMs);
      const { state, done, changed } = job.told().at(-1) ?? { state: 'not there' };
      const gone = await job.gone();
      const well = early && state === 'completed' && done === things && changed === things && gone === things;
      tally.record(well, `${name}: a job over ${things} stories that its worker was told to leave is ${state}, ${done} done, ${gone} events`);
      close();
    },
  };
}

/** An unpaid order. */
export async function orderUnderWay({ port, tokens }: RollingCluster, name: string): Promise<UnderWay> {
  const { ask, close } = askAs(port, tokens.moderator);
  const accountId = fieldOf(await ask({ method: 'GET', path: '/api/accounts/me' }), 'id');
  const placed = await ask({ method: 'POST', path: `/api/accounts/${accountId}/orders`, body: { packageId: 'starter' } });
  const path = `/api/accounts/${accountId}/orders/${fieldOf(placed, 'id')}`;
  const read = () => ask({ method: 'GET', path, headers: { 'cache-control': 'no-cache' } });
  return {
    async end(tally) {
      let status = '';
      const is = (wanted: (answered: Answered) => boolean): Promise<boolean> => until(async () => wanted(await read()), doneWithinMs);
      await is(({ json }) => typeof Object(json).stripeCheckoutUrl === 'string');
      const address = fieldOf(await read(), 'stripeCheckoutUrl');
      const origin = `http://localhost:${port}`;
      const paid = await fetch(address, { method: 'POST', body: new URLSearchParams({ do: 'pay' }), headers: { origin }, redirect: 'manual' });
      await is(({ json }) => {
        status = String(Object(json).status);
        return status === 'FULFILLED';
      });
      tally.record(paid.status < 400 && status === 'FULFILLED', `${name}: an order that was placed before, and paid now, is ${status}`);
      close();
    },
  };
}

/** An answer whose process receives a shutdown signal: the answer is completed, or interrupted and continued elsewhere. */
export async function answerUnderWay(cluster: RollingCluster, processPort: number, name: string): Promise<UnderWay> {
  const { ask, close } = askAs(cluster.port, cluster.tokens.traveller);
  const authorization = `Bearer ${cluster.tokens.traveller}`;
  const headers = { authorization, 'content-type': 'application/json' };
  const body = JSON.stringify({ messages: [{ role: 'user', content: '4 days in Lisbon with food and views' }] });
  const answer = await fetch(`http://127.0.0.1:${processPort}/api/chat`, { method: 'POST', headers, body });
  const threadId = answer.headers.get('x-thread-id') ?? '';
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
  const first = await reader?.read();
  const rest = (async () => {
    while (!(await reader?.read())?.done);
  })().catch(() => {});
  return {
    async end(tally) {
      await Promise.race([rest, pause(doneWithinMs, undefined, { ref: false })]);
      let outcome = await outcomeOf(ask, threadId);
      const was = outcome;
      if (outcome !== 'whole') {
        const again = await fetch(`http://127.0.0.1:${cluster.port}/api/chat/${threadId}/continuation`, {
          method: 'POST',
          headers: { authorization },
        });
        await again.text();
        outcome = await outcomeOf(ask, threadId);
      }
      const well = answer.status === 200 && first?.done === false && outcome === 'whole' && (was === 'whole' || was === 'INTERRUPTED');
      tally.record(well, `${name}: an answer whose process was told to end is ${was}${was === outcome ? '' : `, and ${outcome} when gone on with`}`);
      close();
    },
  };
}

/** `whole`, or the outcome of the last answer of a thread. */
async function outcomeOf(ask: Ask, threadId: string): Promise<string> {
  let outcome = '';
  await until(async () => {
    const { json } = await ask({ method: 'GET', path: `/api/chat/${threadId}`, headers: { 'cache-control': 'no-cache' } });
    const last: unknown = Array.isArray(json) ? json.at(-1) : undefined;
    const annotations: unknown = Object(last).annotations ?? [];
    const told = Array.isArray(annotations) ? annotations.find((one) => Object(one).type === 'outcome') : undefined;
    outcome = Object(last).role === 'assistant' ? String(Object(told).outcome ?? 'whole') : '';
    return outcome !== '';
  }, doneWithinMs);
  return outcome;
}

interface NotedStop {
  changeBefore(tally: Tally): Promise<void>;
}

async function idOf(ask: Ask, path: string, body: object): Promise<string> {
  const { status, json } = await ask({ method: 'POST', path, body });
  const { id } = itineraryOf(json) ?? {};
  if (status !== 201 || !id) throw new Error(`POST ${path} was answered with ${status}: ${JSON.stringify(json)}`);
  return id;
}

/** Writes a stop with a field that only the next release knows. */
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
