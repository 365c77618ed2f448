import type { ApiResponse } from '../environment/client.ts';
import type { Draw } from './draw.ts';
import { type Both, createRecordRegistry, type ValuePairs } from './known.ts';
import { everyone } from './people.ts';
import { type DrilledRequest, type MadeRequest, requestTo } from './request.ts';
import { type DrilledRoute, everyRoute, kindOfField, objectOf } from './routes.ts';

/** Weights of routes; other routes have the weight of their method. */
const weightOf: Readonly<Record<string, number>> = {
  ...{ addStop: 9, addDay: 5, createItinerary: 5, createAccount: 1.5, deleteItinerary: 0.4, deleteAccount: 0.15 },
};
const weightByMethod = { GET: 2, POST: 3, PUT: 3, PATCH: 4, DELETE: 0.7 } as const;
const weightOfLists = 5;
/** Every n-th request goes to the least requested route until each route reached the minimum. */
const [leastEvery, leastOfEach] = [4, 3];
const firstOfEach = 4;

/** Creates a maker of requests to every route; its requests build on earlier answers. */
export function createRequestMaker(draw: Draw, pairs: ValuePairs) {
  const known = createRecordRegistry(pairs, draw);
  const asked = new Map(everyRoute.map(({ name }) => [name, 0]));
  const waiting: MadeRequest[] = [];
  const depthOf = ({ route }: DrilledRoute): number => route.path.split('/').length;
  // Parents are created before their children.
  const makers = everyRoute.filter(({ route }) => route.method === 'POST').toSorted((a, b) => depthOf(a) - depthOf(b));
  const demanded = makers.flatMap(({ name }) => Array.from({ length: firstOfEach }, () => name));
  const keyed: MadeRequest[] = [];
  const counted = { requests: 0, keys: 0 };
  const weights = everyRoute.map((one) => [one, weightOf[one.name] ?? (one.list ? weightOfLists : weightByMethod[one.route.method])] as const);
  const world = { draw, known, newKey: () => `key-${++counted.keys}`, filled: (text: string) => pairs.filled(text, 'one') };

  function chosenRoute(): DrilledRoute {
    const name = demanded.shift();
    const named = everyRoute.find((one) => one.name === name);
    if (named) return named;
    const times = (one: DrilledRoute): number => asked.get(one.name) ?? 0;
    const least = everyRoute.reduce((before, one) => (times(one) < times(before) ? one : before));
    return counted.requests % leastEvery === 0 && times(least) < leastOfEach ? least : draw.weighted(weights);
  }
  return {
    next(): MadeRequest {
      counted.requests += 1;
      const later = demanded.length === 0 && draw.chance(0.5) ? waiting.shift() : undefined;
      if (later) return later;
      if (keyed.length > 0 && draw.chance(0.03)) return keyAgain(draw.pick(keyed), draw);
      const chosen = chosenRoute();
      asked.set(chosen.name, (asked.get(chosen.name) ?? 0) + 1);
      const made = requestTo(chosen, world);
      if (made.request.headers['idempotency-key']) keyed.push(made);
      return made;
    },
    demand: (name: string) => void demanded.push(name),
    /** Demands a request to each route that had none so far. @returns whether such routes exist */
    demandUnasked(): boolean {
      const unasked = [...asked].flatMap(([name, times]) => (times === 0 ? [name] : []));
      demanded.push(...unasked.filter((name) => !demanded.includes(name)));
      return unasked.length > 0;
    },
    /** Records the answers, on which later requests build. */
    note(made: MadeRequest, answers: Both<ApiResponse>): void {
      const { request, target } = made;
      known.note(request, target, answers);
      const follow = nextPage(made, answers, pairs);
      if (follow && draw.chance(0.5)) waiting.push(follow);
      const seen = request.method === 'GET' || answers.one.status >= 300 ? undefined : readBack(made, draw);
      if (seen && draw.chance(0.4)) waiting.push(seen);
      // A changed record is often followed by a request whose body refers to its kind.
      const names = ({ body }: DrilledRoute['route']): boolean =>
        Object.keys(objectOf(body)?.shape ?? {}).some((field) => kindOfField(field) === target.kind);
      const users = seen && request.method !== 'POST' ? everyRoute.filter(({ route }) => names(route)) : [];
      if (users.length > 0 && draw.chance(0.5)) demanded.push(draw.pick(users).name);
    },
  };
}

/** Reuses an idempotency key with the same request, by another caller, or with another request. */
function keyAgain({ request, target }: MadeRequest, draw: Draw): MadeRequest {
  const others: readonly Partial<DrilledRequest>[] = [
    ...[{}, {}, { person: draw.pick(everyone) }],
    ...[{ body: '{"title":"Something else"}' }, { path: `${request.path}?a=1` }],
  ];
  return { request: { ...request, ...draw.pick(others) }, target };
}

function nextPage({ request, target }: MadeRequest, { one, many }: Both<ApiResponse>, pairs: ValuePairs): MadeRequest | undefined {
  const [ours, theirs] = [one.body.next, many.body.next];
  if (typeof ours !== 'string' || typeof theirs !== 'string') return undefined;
  const [path = '', query = ''] = request.path.split('?');
  const rest = query.split('&').filter((part) => part !== '' && !/^(after|page)=/.test(part));
  return { request: { ...request, path: `${path}?${[...rest, `after=${pairs.wordFor({ one: ours, many: theirs })}`].join('&')}` }, target };
}

function readBack({ request, target }: MadeRequest, draw: Draw): MadeRequest | undefined {
  const route = request.route.replace(/^\w+/, 'GET');
  const path = request.path.split('?')[0] ?? '';
  const isReadable = everyRoute.some(({ title }) => title === route);
  return isReadable ? { request: { route, method: 'GET', path, person: draw.pick(everyone), headers: {} }, target } : undefined;
}
