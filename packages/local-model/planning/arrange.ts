import type { Coordinates } from '@waystory/proto/kit/field.ts';
import { bestInterestFit, type Interest } from '../understanding/vocabulary.ts';
import type { Point } from '../world/atlas.ts';
import { kilometresApart, shortestRouteKilometres } from './schedule.ts';

interface ArrangeOptions {
  days: number;
  /** Desired number of stops per day. */
  perDay: number;
  interests: readonly Interest[];
  /** Points that the user requires, with the weight `worth.must`. */
  must?: readonly Point[];
  /** The accommodation, or the centre of the city. */
  base: Coordinates;
  /** Largest number of stops in the whole plan. */
  most: number;
}

/** Weights of the cost function, each in kilometres of walking. */
const worth = { place: 2, suits: 5, hints: 2, famous: 3, must: 50, uneven: 1.2, missing: 40, farInDay: 60 };
/** Share of stops that must match the requested interests, where enough points do. */
const share = 0.6;
/** Largest distance between stops of a day, kilometres. */
const dayReach = 12;

interface Candidate {
  point: Point;
  fit: number;
  value: number;
}

/**
 * Chooses points and divides them over days. Days are compact, similar in their number of stops, and match the requested interests. A local search
 * moves, swaps, adds and drops points as long as the cost falls. Deterministic.
 */
export function arrange(points: readonly Point[], options: ArrangeOptions): Point[][] {
  const key = JSON.stringify([
    points.map((point) => point.key),
    options,
    options.interests.map(({ name }) => name),
    options.must?.map((point) => point.key),
  ]);
  const before = arranged.get(key) ?? search(points, options);
  arranged.delete(key);
  arranged.set(key, before);
  for (const oldest of arranged.keys()) if (arranged.size > mostArranged) arranged.delete(oldest);
  return before;
}

/** Cached plans, because each step of a conversation computes the plan again. */
const arranged = new Map<string, Point[][]>();
const mostArranged = 100;

function search(points: readonly Point[], options: ArrangeOptions): Point[][] {
  const candidates = points.map((point, rank) => candidateOf(point, rank, points.length, options));
  const size = Math.min(options.perDay, candidates.length / options.days);
  const plan = beginning(candidates, options, size);
  const judge = judgeOf(options, size, candidates);
  let cost = judge(plan);
  for (let round = 0; round < 60; round++) {
    const better = bestStep(plan, judge, cost, options);
    if (!better) break;
    cost = better.cost;
    plan.days = better.days;
    plan.left = better.left;
  }
  return plan.days.map((day) => day.map(({ point }) => point));
}

interface Plan {
  days: Candidate[][];
  left: Candidate[];
}
type Judge = (plan: Plan) => number;

function candidateOf(point: Point, rank: number, of: number, { interests, must = [] }: ArrangeOptions): Candidate {
  const fit = bestInterestFit(point, interests);
  const suits = [0, worth.hints, worth.suits][fit] ?? 0;
  const value = worth.place + suits + worth.famous * (1 - rank / of) + (must.includes(point) ? worth.must : 0);
  return { point, fit, value };
}

function beginning(candidates: readonly Candidate[], { days, base, most }: ArrangeOptions, size: number): Plan {
  const far = ({ point }: Candidate): number => kilometresApart(point, { coordinates: base });
  const worthIt = [...candidates].sort((a, b) => b.value - far(b) / 4 - (a.value - far(a) / 4) || (a.point.key < b.point.key ? -1 : 1));
  const count = Math.min(most, Math.round(size * days), candidates.length);
  const [chosen, left] = [worthIt.slice(0, count), worthIt.slice(count)];
  const seeds = farApart(chosen, days);
  const plan: Candidate[][] = Array.from({ length: days }, (_, day) => seeds.slice(day, day + 1));
  for (const candidate of chosen.filter((one) => !seeds.includes(one))) {
    const costOf = (day: Candidate[]): number =>
      Math.min(...day.map(({ point }) => kilometresApart(point, candidate.point)), day.length === 0 ? 0 : Number.POSITIVE_INFINITY) +
      day.length * worth.uneven;
    const day = plan.reduce((best, one) => (costOf(one) < costOf(best) ? one : best));
    day.push(candidate);
  }
  return { days: plan, left };
}

/** Seeds far from each other: the first candidate, then repeatedly the candidate farthest from all seeds. */
function farApart(candidates: readonly Candidate[], count: number): Candidate[] {
  const seeds = candidates.slice(0, 1);
  const distance = (candidate: Candidate): number => Math.min(...seeds.map(({ point }) => kilometresApart(point, candidate.point)));
  while (seeds.length < Math.min(count, candidates.length))
    seeds.push(candidates.filter((one) => !seeds.includes(one)).reduce((best, one) => (distance(one) > distance(best) ? one : best)));
  return seeds;
}

function judgeOf({ base, interests, most }: ArrangeOptions, size: number, candidates: readonly Candidate[]): Judge {
  const suiting = candidates.filter(({ fit }) => fit === 2).length;
  const known = new Map<string, number>();
  // Cached costs of days, because a change leaves most days of a plan unchanged.
  const costs = new WeakMap<readonly Candidate[], number>();
  const dayCost = (day: readonly Candidate[]): number => {
    const cost = costs.get(day) ?? freshCost(day);
    costs.set(day, cost);
    return cost;
  };
  const freshCost = (day: readonly Candidate[]): number => {
    const key = day
      .map(({ point }) => point.key)
      .sort()
      .join(' ');
    const before = known.get(key);
    if (before !== undefined) return before;
    const points = day.map(({ point }) => point);
    const reach = Math.max(0, ...points.flatMap((a) => points.map((b) => kilometresApart(a, b))));
    const fromBase = points.length === 0 ? 0 : Math.min(...points.map((point) => kilometresApart(point, { coordinates: base })));
    const value = day.reduce((sum, candidate) => sum + candidate.value, 0);
    const cost =
      shortestRouteKilometres(points) + fromBase * 0.5 + worth.uneven * (day.length - size) ** 2 + (reach > dayReach ? worth.farInDay : 0) - value;
    const emptiness = day.length === 0 && candidates.length > 0 ? worth.missing : 0;
    known.set(key, cost + emptiness);
    return cost + emptiness;
  };
  return ({ days }) => {
    const all = days.flat();
    const needed = interests.length === 0 ? 0 : Math.min(suiting, Math.ceil(share * all.length));
    const missing = Math.max(0, needed - all.filter(({ fit }) => fit === 2).length);
    return days.reduce((sum, day) => sum + dayCost(day), 0) + worth.missing * (missing + 3 * Math.max(0, all.length - most));
  };
}

/** The change that lowers the cost of the plan most; null when no change lowers it. */
function bestStep(plan: Plan, judge: Judge, cost: number, options: ArrangeOptions): (Plan & { cost: number }) | null {
  let best: (Plan & { cost: number }) | null = null;
  for (const changed of steps(plan, options)) {
    const changedCost = judge(changed);
    if (changedCost < (best?.cost ?? cost) - 1e-9) best = { ...changed, cost: changedCost };
  }
  return best;
}

function* steps({ days, left }: Plan, { perDay }: ArrangeOptions): Generator<Plan> {
  const withDays = (changes: readonly (readonly [number, Candidate[]])[]): Candidate[][] => {
    const copy = [...days];
    for (const [at, day] of changes) copy[at] = day;
    return copy;
  };
  for (const [from, day] of days.entries())
    for (const one of day) {
      const without = day.filter((other) => other !== one);
      yield { days: withDays([[from, without]]), left: [...left, one] };
      for (const spare of left) yield { days: withDays([[from, [...without, spare]]]), left: [...left.filter((other) => other !== spare), one] };
      for (const [to, target] of days.entries()) {
        if (to === from) continue;
        if (target.length <= perDay + 1)
          yield {
            days: withDays([
              [from, without],
              [to, [...target, one]],
            ]),
            left,
          };
        if (to > from)
          for (const other of target)
            yield {
              days: withDays([
                [from, [...without, other]],
                [to, [...target.filter((kept) => kept !== other), one]],
              ]),
              left,
            };
      }
    }
  for (const [at, day] of days.entries())
    if (day.length <= perDay)
      for (const spare of left) yield { days: withDays([[at, [...day, spare]]]), left: left.filter((other) => other !== spare) };
}
