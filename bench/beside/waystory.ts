import { type Connection, openConnection, type Received } from '../harness/http/connection.ts';
import { rawRequest } from '../harness/http/traffic.ts';
import { startProduct } from '../harness/product.ts';
import { each, inTurn, type Operation, type Peer, type Target } from './peer.ts';
import { dayCount, description, listedCount, stopCount, stopOf, trip } from './same-data.ts';

/** The most that a list gives at once. */
const pageSize = 100;
const body = { title: trip.title, shortDescription: trip.summary, highlights: trip.highlights };

export interface Waystory extends Peer {
  operations: Readonly<
    Record<
      'story' | 'storyKept' | 'cards' | 'cardsKept' | 'thousand' | 'thousandKept' | 'create' | 'createWithDays' | 'addStop' | 'addStopAtPlace',
      Operation
    >
  >;
}

interface Made {
  id: string;
  dayIds: string[];
}

/** The whole product with its world, as `npm start` starts it, and the same data in it. */
export async function startWaystory(): Promise<Waystory> {
  const product = await startProduct({ seed: 'world', contexts: [] });
  const { port, token } = product;
  const open = () => openConnection(port);
  /** Position of the last write that an answer told of. */
  let position = 0;
  const post = async (connection: Connection, path: string, content: unknown): Promise<Received> => {
    const received = await connection.send(rawRequest({ method: 'POST', path: `/api${path}`, token, body: content }));
    position = Math.max(position, Number(received.header('x-position')));
    return received;
  };
  const withDays = async (connection: Connection): Promise<Target> => {
    const { id, dayIds } = (await post(connection, '/itineraries', { ...body, daysCount: dayCount })).json() as Made; // the product's own shape
    return { id, days: dayIds, stops: 0 };
  };
  const settled = async (): Promise<void> => {
    const headers = { authorization: `Bearer ${token}`, 'x-after': String(position), 'cache-control': 'no-cache' };
    for (let status = 0; status !== 200; ) status = (await fetch(`http://127.0.0.1:${port}/api/itinerary-projections?limit=1`, { headers })).status;
  };
  const get = async <T>(path: string): Promise<T> =>
    (await (await fetch(`http://127.0.0.1:${port}/api${path}`, { headers: { authorization: `Bearer ${token}` } })).json()) as T; // the product's own shape

  const { items: places } = await get<{ items: { id: string }[] }>('/places?limit=100');
  const story = await fill(open, post, withDays, places);
  await settled();
  const pages = await pagesOf(get);
  const adding = (placeOf: (turn: number) => object): Operation => {
    const targets = inTurn();
    return {
      calls: 1,
      writes: true,
      renew: async (count) => {
        const made: Target[] = [];
        await each(open, 8, count, async (connection) => void made.push(await withDays(connection)));
        targets.fill(made);
      },
      run: async (connection, turn) => {
        const target = targets.next();
        const { title, minutes } = stopOf(turn);
        const dayIds = [target.days[target.stops++ % dayCount]];
        await post(connection, `/itineraries/${target.id}/stops`, { title, ...placeOf(turn), durationMinutes: minutes, dayIds });
      },
    };
  };
  const reading = (paths: readonly string[], anew: boolean): Operation => {
    const requests = paths.map((path) => rawRequest({ path: `/api${path}`, token, anew }));
    return {
      calls: requests.length,
      writes: false,
      run: async (connection) => {
        for (const request of requests) await connection.send(request);
      },
    };
  };
  const told = [`/itineraries/${story}?include=days,stops`];
  const cards = ['/itinerary-projections?limit=25'];
  const writing = (run: (connection: Connection) => Promise<unknown>): Operation => ({
    calls: 1,
    writes: true,
    run: async (connection) => void (await run(connection)),
  });
  return {
    name: 'Waystory',
    port,
    pids: product.pids,
    settled,
    stop: product.stop,
    operations: {
      story: reading(told, true),
      storyKept: reading(told, false),
      cards: reading(cards, true),
      cardsKept: reading(cards, false),
      thousand: reading(pages, true),
      thousandKept: reading(pages, false),
      create: writing((connection) => post(connection, '/itineraries', body)),
      createWithDays: writing(withDays),
      addStop: adding((turn) => {
        const { latitude, longitude } = stopOf(turn);
        return { coordinates: { latitude, longitude }, placeName: `Place ${turn}` };
      }),
      addStopAtPlace: adding((turn) => ({ placeId: places[turn % places.length]?.id })),
    },
  };
}

/** A story of seven days with fifty stops, and a thousand of seven days without; answers the id of the first. */
async function fill(
  open: () => Promise<Connection>,
  post: (connection: Connection, path: string, content: unknown) => Promise<Received>,
  withDays: (connection: Connection) => Promise<Target>,
  places: readonly { id: string }[],
): Promise<string> {
  const connection = await open();
  const { id, days } = await withDays(connection);
  for (let index = 0; index < stopCount; index++) {
    const { title, minutes } = stopOf(index);
    const placeId = places[index % places.length]?.id;
    await post(connection, `/itineraries/${id}/stops`, { title, description, placeId, durationMinutes: minutes, dayIds: [days[index % dayCount]] });
  }
  connection.close();
  await each(open, 8, listedCount, async (on) => void (await withDays(on)));
  return id;
}

/** As a client walks the list: every page by the cursor of the one before. The walk is done once, then the same addresses are asked. */
async function pagesOf(get: <T>(path: string) => Promise<T>): Promise<string[]> {
  const pages: string[] = [];
  for (let after = ''; pages.length < listedCount / pageSize; ) {
    const path = `/itinerary-projections?limit=${pageSize}${after && `&after=${after}`}`;
    const { items, next } = await get<{ items: unknown[]; next: string }>(path);
    if (items.length !== pageSize) throw new Error(`A page has ${items.length} cards`);
    pages.push(path);
    after = next;
  }
  return pages;
}
