import type { Places } from '@waystory/infra/places/port.ts';
import { nextStep } from '../conversation/next-step.ts';
import type { Json, Message } from '../conversation/session.ts';
import type { Atlas } from '../world/atlas.ts';
import type { Check } from './checks.ts';
import { type ToolFixture, type ToolStory, type ToolsInMemory, toolsInMemory } from './tools-in-memory.ts';

/** A message of the user, with the checks of its answer. */
export type Exchange = readonly [says: string, ...checks: Check[]];

/** A conversation of the suite. */
export interface Conversation {
  exchanges: readonly Exchange[];
  /** Whether the request offers a tool that removes stops. */
  canRemove: boolean;
}

export const conversation = (...exchanges: Exchange[]): Conversation => ({ exchanges, canRemove: true });

/** A conversation without a tool that removes stops. */
export const conversationWithoutRemoval = (...exchanges: Exchange[]): Conversation => ({ exchanges, canRemove: false });

/** Caches lookups, because a suite repeats the same ones many times. */
export function withLookupCache(places: Places): Places {
  const known = new Map<string, ReturnType<Places['search']>>();
  return {
    ...places,
    search(query, options) {
      const key = JSON.stringify([query, options]);
      const before = known.get(key) ?? places.search(query, options);
      known.set(key, before);
      return before;
    },
  };
}

/** Effect of a message of the user. */
export interface TurnResult {
  reply: string;
  before: ToolStory | null;
  after: ToolStory | null;
  calls: ToolsInMemory['calls'];
  steps: number;
}

export interface SuiteFixture extends ToolFixture {
  atlas: Atlas;
}

/** Maximum number of model steps per turn, as in the product. */
const mostSteps = 12;

/** Runs a conversation with its tool calls; returns the effect of each message. */
export async function converse(world: SuiteFixture, says: readonly string[], offered: readonly string[], instructions = ''): Promise<TurnResult[]> {
  const toolbox = toolsInMemory(world);
  const messages: Message[] = [{ role: 'system', content: `You plan trips.${instructions}` }];
  const told: TurnResult[] = [];
  let callNumber = 0;
  for (const text of says) {
    const [before, from] = [toolbox.snapshot(), toolbox.calls.length];
    messages.push({ role: 'user', content: text });
    let steps = 0;
    for (; ; steps++) {
      if (steps >= mostSteps) throw new Error(`"${text}" took more than ${mostSteps} steps`);
      const { say, calls } = nextStep({ messages, tools: offered }, world.atlas);
      if (calls.length === 0) {
        messages.push({ role: 'assistant', content: say });
        told.push({ reply: say, before, after: toolbox.snapshot(), calls: toolbox.calls.slice(from), steps: steps + 1 });
        break;
      }
      const named = calls.map(({ name, args }) => ({
        id: `call_${callNumber++}`,
        type: 'function',
        function: { name, arguments: JSON.stringify(args) },
      }));
      messages.push({ role: 'assistant', content: say, tool_calls: named });
      for (const { id, function: called } of named) {
        const result = await toolbox.call(called.name, JSON.parse(called.arguments) as Json); // written two lines above
        messages.push({ role: 'tool', tool_call_id: id, content: JSON.stringify(result) });
      }
    }
  }
  return told;
}

/** Folder of the city files of the built-in world. */
export const worldCitiesFolder = new URL('../../../services/world/data/v1/cities/', import.meta.url);
