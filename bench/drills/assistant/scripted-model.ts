import type { ToolName } from '@waystory/proto/assistant/tools/registry.ts';
import {
  type ProviderMessage,
  type ScriptedAnswer,
  scriptedProvider,
  toolResultsIn,
} from '@waystory/services/assistant/scripted-provider.fixture.ts';

export const killMoments = ['before', 'during', 'after'] as const;
export type KillMoment = (typeof killMoments)[number];

interface Aim {
  tag: string;
  tool: ToolName;
  moment: KillMoment;
}

const usualMs = 40;
/** Timeout of the wait for the aimed tool, milliseconds. The kill then happens without it, because the turn may have ended. */
const strikeWithinMs = 30_000;

export const planRequestFor = (tag: string): string => `Plan ${tag}`;
export const followUpMessageFor = (tag: string): string => `Thanks ${tag}`;
const tagIn = (asked: string): string | null => /^Plan (.+)$/.exec(asked)?.[1] ?? null;

/** Starts a scripted language model that uses every tool, and that reports when a turn reaches a tool. */
export async function startScriptedModel(random: () => number) {
  let waiting: (Aim & { strike: (isThere: boolean) => void }) | null = null;
  const answered = new Map<string, number>();
  /** Shortest duration of each plan step, milliseconds, because a later kill may miss the tool. */
  const took = new Map<number, number>();

  const strikeIn = (milliseconds: number, isThere = true): void => {
    const strike = waiting?.strike;
    waiting = null;
    if (strike) setTimeout(strike, milliseconds, isThere);
  };
  const look = (tag: string, step: number): void => {
    const since = answered.get(tag);
    if (since !== undefined) took.set(step - 1, Math.min(took.get(step - 1) ?? Number.POSITIVE_INFINITY, performance.now() - since));
    answered.set(tag, performance.now());
    if (waiting?.tag !== tag) return;
    const target = planSteps.findIndex(({ tool }) => tool === waiting?.tool);
    const { moment } = waiting;
    if (moment === 'before' && step === target) strikeIn(random() * 3);
    if (moment === 'during' && step === target) strikeIn(random() * (took.get(target) ?? usualMs));
    if (moment === 'after' && step === target + 1) strikeIn(0);
  };
  const next = (messages: readonly ProviderMessage[]): ScriptedAnswer => {
    const tag = tagIn(messages.findLast(({ role }) => role === 'user')?.content ?? '');
    if (tag === null) return 'Gladly.';
    const results = toolResultsIn(messages);
    const step = stepAfter(results.length);
    look(tag, step);
    if (step === planSteps.length) return 'That is the plan.';
    return canContinue(results) ? { calls: callsOf(step, tag, results) } : 'I could not go on.';
  };
  const { url, stop } = await scriptedProvider(next);
  return {
    url,
    stop,
    /** Resolves at the time of the kill. @returns whether the turn has reached the aimed tool */
    async reached(aim: Aim): Promise<boolean> {
      const { promise, resolve } = Promise.withResolvers<boolean>();
      waiting = { ...aim, strike: resolve };
      const late = setTimeout(() => strikeIn(0, false), strikeWithinMs);
      const isThere = await promise;
      clearTimeout(late);
      return isThere;
    },
  };
}
export type ScriptedModel = Awaited<ReturnType<typeof startScriptedModel>>;

interface Result {
  id?: string;
  candidates?: { placeId: string }[];
}

/** One answer of the model: calls of one tool, derived from earlier results. */
interface PlanStep {
  tool: ToolName;
  calls: (tag: string, made: Made) => object[];
}

const towns = ['Lisbon', 'Cascais', 'Oeiras', 'Sintra'];

class Made {
  readonly #results: readonly Result[];
  constructor(results: readonly unknown[]) {
    this.#results = results as readonly Result[]; // of the tools below, in their order
  }
  get trip() {
    return { itineraryId: this.#results[0]?.id };
  }
  get day() {
    return { ...this.trip, dayId: this.#results[1]?.id };
  }
  place = (index: number): string | undefined => this.#results[2 + index]?.candidates?.[0]?.placeId;
  stop = (index: number) => ({ ...this.trip, stopId: this.#results[2 + towns.length + index]?.id });
}

/** Steps of a plan, one per tool. Tools that read the web come last, because no write may follow them. */
export const planSteps: readonly PlanStep[] = [
  { tool: 'create_itinerary', calls: (tag) => [{ title: `Trip ${tag}` }] },
  { tool: 'add_day', calls: (tag, made) => [{ ...made.trip, title: `Day ${tag}` }] },
  { tool: 'lookup_location', calls: () => towns.map((query) => ({ query, limit: 1 })) },
  {
    tool: 'add_stop',
    calls: (tag, made) => towns.map((town, index) => ({ ...made.day, placeId: made.place(index), title: `${town} ${tag}` })),
  },
  { tool: 'update_stop', calls: (tag, made) => [{ ...made.stop(0), highlight: `Seen first ${tag}` }] },
  { tool: 'optimize_route', calls: (_, made) => [made.day] },
  { tool: 'remove_stop', calls: (_, made) => [made.stop(3)] },
  { tool: 'update_itinerary', calls: (tag, made) => [{ ...made.trip, shortDescription: `In a day ${tag}` }] },
  { tool: 'google_search', calls: () => [{ query: 'opening hours' }] },
  { tool: 'web_browser', calls: () => [{ url: 'http://127.0.0.1/' }] },
];

/** Index of the plan step that follows `results` results. */
function stepAfter(results: number): number {
  let sum = 0;
  const next = planSteps.findIndex(({ calls }) => {
    sum += calls('', new Made([])).length;
    return sum > results;
  });
  return next < 0 ? planSteps.length : next;
}

export function callsOf(step: number, tag: string, results: readonly unknown[]): [name: string, args: object][] {
  const { tool, calls } = planSteps[step] ?? {};
  return tool && calls ? calls(tag, new Made(results)).map((args) => [tool, args]) : [];
}

/** Whether the plan can continue. Only the last step may fail, because it requests a private address. */
export const canContinue = (results: readonly unknown[]): boolean =>
  results.every((result) => !Object.hasOwn(Object(result), 'error') || stepAfter(results.length) === planSteps.length);
