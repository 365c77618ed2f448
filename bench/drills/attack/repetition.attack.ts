import { randomUUID } from 'node:crypto';
import type { ApiResponse } from '../environment/client.ts';
import { until } from '../environment/progress.ts';
import type { Attack, AttackContext } from './attack.ts';

type Who = 'traveller' | 'moderator' | 'admin';

const posterOn = ({ environment }: AttackContext) => {
  const asks = { traveller: environment.as('traveller'), moderator: environment.as('moderator'), admin: environment.as('admin') };
  return (path: string, key: string, body: object, who: Who = 'traveller'): Promise<ApiResponse> =>
    asks[who]({ method: 'POST', path: `/api${path}`, headers: { 'idempotency-key': key }, body });
};
type Post = ReturnType<typeof posterOn>;

const isReused = ({ status, code }: ApiResponse): boolean => status === 422 && code === 'request/key-reused';
const isReplayOf = (again: ApiResponse, first: ApiResponse): boolean =>
  again.status === 201 && again.headers['idempotent-replayed'] === 'true' && again.body.id === first.body.id;

/** One Idempotency-Key on several routes and streams, late retries, and other callers who write in between. */
export const repetitionAttack: Attack = {
  name: 'repetition',
  async run(scene) {
    const { tally, short } = scene;
    const post = posterOn(scene);
    await everyRoute(post, scene);
    const key = randomUUID();
    const story = async (who: Who) => String((await post('/itineraries', randomUUID(), { title: 'Tried again' }, who)).body.id);
    const [mine, theirs] = [await Promise.all(Array.from({ length: 8 }, () => story('traveller'))), await story('moderator')];
    const stop = { coordinates: { latitude: 1, longitude: 2 } };
    const rounds = short ? 5 : 50;
    let [lost, odd] = [0, 0];
    for (let round = 0; round < rounds; round++) {
      const [own, strangers] = await Promise.all([
        Promise.all(mine.map((id) => post(`/itineraries/${id}/days`, `${key}-${round}`, {}))),
        Promise.all(Array.from({ length: 8 }, () => post(`/itineraries/${theirs}/stops`, randomUUID(), stop, 'moderator'))),
      ]);
      lost += strangers.filter(({ status }) => status !== 201).length;
      if (own.filter(({ status }) => status === 201).length !== 1 || own.some((one) => one.status !== 201 && !isReused(one))) odd += 1;
    }
    tally.record(lost === 0, `writes of a stranger beside a reused key: ${lost} of ${rounds * 8} were refused`);
    tally.record(odd === 0, `one key on eight stories at once is good for one of them: otherwise in ${odd} of ${rounds} rounds`);
    await addedStop(post, scene);
  },
};

/** Sends each request twice under one key, and then another request under the same key. */
async function everyRoute(post: Post, { tally }: AttackContext): Promise<void> {
  const itineraryId = String((await post('/itineraries', randomUUID(), { title: 'Tried', visibility: 'PUBLIC' })).body.id);
  const stop = await post(`/itineraries/${itineraryId}/stops`, randomUUID(), { coordinates: { latitude: 3, longitude: 4 } });
  const stopId = String(stop.body.id);
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
    const isRepeated = first.status === 201 && isReplayOf(again, first);
    tally.record(isRepeated, `POST ${path.replace(itineraryId, ':id')} twice: ${first.status}, then ${again.status}`);
    const elsewhere = await post('/itineraries', key, { title: 'Elsewhere' }, who);
    tally.record(isReused(elsewhere), `its key on another request: ${elsewhere.status} ${elsewhere.code}`);
  }
}

/** Repeats the addition of a stop after its place name became ambiguous. */
async function addedStop(post: Post, { tally }: AttackContext): Promise<void> {
  const { id } = (await post('/itineraries', randomUUID(), { title: 'By name' })).body;
  const place = (latitude: number) => post('/places', randomUUID(), { name: 'Xyloquartz', coordinates: { latitude, longitude: 8 } }, 'admin');
  await place(7);
  const again = (
    (path: string, key: string) => () =>
      post(path, key, { locationQuery: 'Xyloquartz' })
  )(`/itineraries/${String(id)}/stops`, randomUUID());
  const tries = [await again()];
  // The search index lags behind the new place.
  await until(async () => tries.at(-1)?.status === 201 || tries.push(await again()) === 0, 10_000);
  const first = tries.at(-1) ?? (await again());
  await place(-40);
  const last = await again();
  tally.record(isReplayOf(last, first), `a stop again after its place got a namesake: ${first.status}, then ${last.status}`);
}
