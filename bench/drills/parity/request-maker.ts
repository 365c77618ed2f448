import { type Made, requestOf } from './drawn-request.ts';
import type { Answered, Asked } from './exchange.ts';
import { createKnownThings } from './known.ts';
import type { Both, Pairs } from './pairs.ts';
import { everyone } from './people.ts';
import type { Random } from './random.ts';
import { everyRoute, type KnownRoute, objectOf } from './routes.ts';
import { kindNamed } from './values.ts';

export interface RequestMaker {
  next(): Made;
  /** The next request shall be one of this route. */
  demand(name: string): void;
  /** The next requests shall be of the routes that were never asked. @returns whether there are any. */
  demandUnasked(): boolean;
  /** Takes note of what was answered, so that later requests build on it. */
  note(made: Made, answers: Both<Answered>): void;
}

/** How often a route is asked; others by their method. */
const shareOf: Readonly<Record<string, number>> = {
  addStop: 9,
  addDay: 5,
  createItinerary: 5,
  createAccount: 1.5,
  deleteItinerary: 0.4,
  deleteAccount: 0.15,
};
const shareByMethod = { GET: 2, POST: 3, PUT: 3, PATCH: 4, DELETE: 0.7 } as const;
const shareOfLists = 5;
/** Every so manieth request is of the route that was asked least, until each was asked so often. */
const [leastEvery, leastOfEach] = [4, 3];

/** So many of each kind are made at first. */
const firstOfEach = 4;
const depthOf = ({ route }: KnownRoute): number => route.path.split('/').length;

/** Makes requests at random: each builds on what was answered before. */
export function createRequestMaker(random: Random, pairs: Pairs): RequestMaker {
  const routes = everyRoute();
  const known = createKnownThings(pairs);
  const asked = new Map(routes.map(({ name }) => [name, 0]));
  const waiting: Made[] = [];
  // What everything else hangs on comes first.
  const makers = routes.filter(({ route }) => route.method === 'POST').toSorted((a, b) => depthOf(a) - depthOf(b));
  const demanded = makers.flatMap(({ name }) => Array.from({ length: firstOfEach }, () => name));
  const keyed: Made[] = [];
  const counted = { requests: 0, keys: 0 };
  const shares = routes.map((one) => [one, shareOf[one.name] ?? (one.list ? shareOfLists : shareByMethod[one.route.method])] as const);

  function chosenRoute(): KnownRoute {
    const name = demanded.shift();
    const named = routes.find((one) => one.name === name);
    if (named) return named;
    const times = (one: KnownRoute): number => asked.get(one.name) ?? 0;
    const least = routes.reduce((before, one) => (times(one) < times(before) ? one : before));
    return counted.requests % leastEvery === 0 && times(least) < leastOfEach ? least : random.weighted(shares);
  }

  function next(): Made {
    counted.requests += 1;
    const later = demanded.length === 0 && random.chance(0.5) ? waiting.shift() : undefined;
    if (later) return later;
    if (keyed.length > 0 && random.chance(0.03)) return keyAgain(random.pick(keyed), random);
    const chosen = chosenRoute();
    asked.set(chosen.name, (asked.get(chosen.name) ?? 0) + 1);
    const made = requestOf(chosen, { random, pairs, known, newKey: () => `key-${++counted.keys}` });
    if (made.asked.headers['idempotency-key']) keyed.push(made);
    return made;
  }

  return {
    next,
    demand: (name) => void demanded.push(name),
    demandUnasked() {
      const unasked = [...asked].flatMap(([name, times]) => (times === 0 ? [name] : []));
      demanded.push(...unasked.filter((name) => !demanded.includes(name)));
      return unasked.length > 0;
    },
    note(made, answers) {
      known.note(made.asked, made.target, answers);
      const follow = nextPage(made, answers, pairs);
      if (follow && random.chance(0.5)) waiting.push(follow);
      const seen = made.asked.method === 'GET' || answers.one.status >= 300 ? undefined : readBack(made, routes, random);
      if (seen && random.chance(0.4)) waiting.push(seen);
      // What was just changed is used at once by what names it.
      const users = seen && made.asked.method !== 'POST' ? routes.filter(({ route }) => names(route, made.target.kind)) : [];
      if (users.length > 0 && random.chance(0.5)) demanded.push(random.pick(users).name);
    },
  };
}

/** Whether a body names things of a kind. */
const names = ({ body }: KnownRoute['route'], kind: string): boolean =>
  Object.keys(objectOf(body)?.shape ?? {}).some((field) => kindNamed(field) === kind);

/** The same key with the same request, by somebody else, or with another body. */
function keyAgain({ asked, target }: Made, random: Random): Made {
  const other: Partial<Asked> = random.pick([
    {},
    {},
    { person: random.pick(everyone) },
    { body: '{"title":"Something else"}' },
    { path: `${asked.path}?a=1` },
  ]);
  return { asked: { ...asked, ...other }, target };
}

function nextPage({ asked, target }: Made, { one, many }: Both<Answered>, pairs: Pairs): Made | undefined {
  const [ours, theirs] = [one, many].map(({ json }) => (typeof json === 'object' && json !== null && 'next' in json ? json.next : undefined));
  if (typeof ours !== 'string' || typeof theirs !== 'string') return undefined;
  const [path = '', query = ''] = asked.path.split('?');
  const rest = query.split('&').filter((part) => part !== '' && !/^(after|page)=/.test(part));
  return { asked: { ...asked, path: `${path}?${[...rest, `after=${pairs.wordFor({ one: ours, many: theirs })}`].join('&')}` }, target };
}

/** What was written is read by somebody. */
function readBack({ asked, target }: Made, routes: readonly KnownRoute[], random: Random): Made | undefined {
  const path = asked.path.split('?')[0] ?? '';
  const title = asked.route.replace(/^\w+/, 'GET');
  const readable = routes.some((one) => one.title === title);
  return readable ? { asked: { route: title, method: 'GET', path, person: random.pick(everyone), headers: {} }, target } : undefined;
}
