import type { ToolName } from '@waystory/proto/assistant/tools/registry.ts';
import { type ProviderMessage, resultsIn, type Say, scriptedProvider } from '@waystory/services/assistant/scripted-provider.fixture.ts';
import { callsOf, isOn, planSteps, stepAfter } from './plan.ts';

/** When a tool is struck: as the model asks for it, while it runs, or as its result comes back. */
export const moments = ['before', 'during', 'after'] as const;
export type Moment = (typeof moments)[number];

/** Of which turn, in which tool and when something is to happen. */
export interface Aim {
  tag: string;
  tool: ToolName;
  moment: Moment;
}

/** A call takes so long until one was seen, milliseconds. */
const usualMs = 40;
/** Something else may have ended the turn that was aimed at: it is struck all the same. */
const strikeWithinMs = 30_000;

/** Asked of the model in a plan, and after it. */
export const planFor = (tag: string): string => `Plan ${tag}`;
export const nextFor = (tag: string): string => `Thanks ${tag}`;
const tagIn = (asked: string): string | null => /^Plan (.+)$/.exec(asked)?.[1] ?? null;

/** A language model that plans by a script with every tool, and knows when a turn is where a drill wants it. */
export async function startScriptedModel(random: () => number) {
  let waiting: (Aim & { strike: (isThere: boolean) => void }) | null = null;
  /** When the step before was answered, by turn. */
  const answered = new Map<string, number>();
  /** How long the calls of each tool took at least, milliseconds: one that is struck later may be over. */
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
  const next = (messages: readonly ProviderMessage[]): Say => {
    const tag = tagIn(messages.findLast(({ role }) => role === 'user')?.content ?? '');
    if (tag === null) return 'Gladly.';
    const results = resultsIn(messages);
    const step = stepAfter(results.length);
    look(tag, step);
    if (step === planSteps.length) return 'That is the plan.';
    return isOn(results) ? { calls: callsOf(step, tag, results) } : 'I could not go on.';
  };
  const { url, stop } = await scriptedProvider(next);
  return {
    url,
    stop,
    /** Resolves when it is time to strike: whether the turn is where it was to be. */
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
