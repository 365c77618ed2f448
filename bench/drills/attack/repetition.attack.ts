import { randomUUID } from 'node:crypto';
import type { Attack, Stage } from './stage.ts';

type Who = keyof Stage['tokens'];

interface Told {
  status: number;
  replayed: boolean;
  body: { id: string; code?: string };
  text: string;
}

/** POSTs with a key over HTTP. */
const posterOn =
  ({ origin, tokens }: Stage) =>
  async (path: string, key: string, body: object, who: Who = 'traveller'): Promise<Told> => {
    const headers = { authorization: `Bearer ${tokens[who]}`, 'content-type': 'application/json', 'idempotency-key': key };
    const answer = await fetch(`${origin}/api${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    const text = await answer.text();
    return { status: answer.status, replayed: answer.headers.get('idempotent-replayed') === 'true', body: JSON.parse(text), text };
  };

const isReused = ({ status, body }: Told): boolean => status === 422 && body.code === 'request/key-reused';
const isReplayOf = (again: Told, first: Told): boolean => again.status === 201 && again.replayed && again.body.id === first.body.id;

/** One Idempotency-Key on several routes and streams, repetitions after the world has changed, and strangers who write meanwhile. */
export const repetition: Attack = {
  name: 'repetition',
  async run(stage) {
    const { tally, short } = stage;
    const post = posterOn(stage);
    for (const who of ['traveller', 'moderator', 'admin'] as const) await post('/accounts', randomUUID(), {}, who);
    await everyRoute(stage);

    const key = randomUUID();
    const story = async (who: Who) => (await post('/itineraries', randomUUID(), { title: 'Tried again' }, who)).body.id;
    const [mine, theirs] = [await Promise.all(Array.from({ length: 8 }, () => story('traveller'))), await story('moderator')];
    const rounds = short ? 5 : 50;
    let [lost, odd] = [0, 0];
    for (let round = 0; round < rounds; round++) {
      const [own, strangers] = await Promise.all([
        Promise.all(mine.map((id) => post(`/itineraries/${id}/days`, `${key}-${round}`, {}))),
        Promise.all(
          Array.from({ length: 8 }, () =>
            post(`/itineraries/${theirs}/stops`, randomUUID(), { coordinates: { latitude: 1, longitude: 2 } }, 'moderator'),
          ),
        ),
      ]);
      lost += strangers.filter(({ status }) => status !== 201).length;
      if (own.filter(({ status }) => status === 201).length !== 1 || own.some((one) => one.status !== 201 && !isReused(one))) odd += 1;
    }
    tally.record(lost === 0, `writes of a stranger beside a reused key: ${lost} of ${rounds * 8} were refused`);
    tally.record(odd === 0, `one key on eight stories at once is good for one of them: otherwise in ${odd} of ${rounds} rounds`);
    await addedStop(stage);
  },
};

/** Each route twice under one key, then that key on another route. */
async function everyRoute(stage: Stage): Promise<void> {
  const post = posterOn(stage);
  const { id: itineraryId } = (await post('/itineraries', randomUUID(), { title: 'Tried', visibility: 'PUBLIC' })).body;
  const { id: stopId } = (await post(`/itineraries/${itineraryId}/stops`, randomUUID(), { coordinates: { latitude: 3, longitude: 4 } })).body;
  const routes: [string, object, Who][] = [
    ['/itineraries', { title: 'Another' }, 'traveller'],
    [`/itineraries/${itineraryId}/days`, { title: 'A day' }, 'traveller'],
    [`/itineraries/${itineraryId}/stops`, { coordinates: { latitude: 5, longitude: 6 } }, 'traveller'],
    ['/posts', { text: 'Nice', postableType: 'itinerary', postableId: itineraryId }, 'moderator'],
    ['/reactions', { reactableType: 'itinerary', reactableId: itineraryId, reactionType: 'like' }, 'moderator'],
    ['/saved-itineraries', { itineraryId }, 'moderator'],
    ['/saved-stops', { stopId }, 'moderator'],
    ['/collections', { title: 'Tried' }, 'moderator'],
    ['/reports', { reportableType: 'stop', reportableId: stopId, reason: 'spam' }, 'moderator'],
    ['/places', { name: 'Tried', coordinates: { latitude: 7, longitude: 8 } }, 'admin'],
    ['/countries', { code: 'XA', name: 'Tried' }, 'admin'],
  ];
  for (const [path, body, who] of routes) {
    const key = randomUUID();
    const first = await post(path, key, body, who);
    const again = await post(path, key, body, who);
    stage.tally.record(
      first.status === 201 && isReplayOf(again, first),
      `POST ${path.replace(itineraryId, ':id')} twice: ${first.status}, then ${again.status}`,
    );
    const elsewhere = await post('/itineraries', key, { title: 'Elsewhere' }, who);
    stage.tally.record(isReused(elsewhere), `its key on another request: ${elsewhere.status} ${elsewhere.body.code}`);
  }
}

/** The retry of a stop after its name came to mean two places. */
async function addedStop(stage: Stage): Promise<void> {
  const post = posterOn(stage);
  const { id } = (await post('/itineraries', randomUUID(), { title: 'By name' })).body;
  const place = (latitude: number) => post('/places', randomUUID(), { name: 'Xyloquartz', coordinates: { latitude, longitude: 8 } }, 'admin');
  await place(7);
  const [path, key, body] = [`/itineraries/${id}/stops`, randomUUID(), { locationQuery: 'Xyloquartz' }] as const;
  let first = await post(path, key, body);
  // The place is findable a moment after it was created.
  for (const until = Date.now() + 10_000; first.status !== 201 && Date.now() < until; ) first = await post(path, key, body);
  await place(-40);
  const again = await post(path, key, body);
  stage.tally.record(isReplayOf(again, first), `a stop again after its place got a namesake: ${first.status}, then ${again.status}`);
}
