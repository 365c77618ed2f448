import { z } from 'zod';
import { type Message, message, offeredTool, wordsIn } from './conversation/messages.ts';
import type { Step } from './conversation/session.ts';

/** The name that it answers to; whatever name is asked for, there is one model. */
export const modelName = 'waystory-planner';

/** What a request may say; what is said beside it makes no difference to this model. */
export const completionRequest = z.looseObject({
  model: z.string().optional(),
  messages: z.array(message).min(1),
  tools: z.array(offeredTool).nullish(),
  tool_choice: z.unknown().optional(),
  stream: z.boolean().nullish(),
  stream_options: z.looseObject({ include_usage: z.boolean().nullish() }).nullish(),
});
export type CompletionRequest = z.output<typeof completionRequest>;

/** Names of the tools that a request offers and lets it call. */
export const toolsOf = ({ tools, tool_choice: choice }: CompletionRequest): string[] =>
  choice === 'none' ? [] : (tools ?? []).map((tool) => tool.function.name);

/** What every part of an answer carries. */
export interface Identity {
  id: string;
  /** Seconds since 1970. */
  created: number;
  /** A new id for a tool call: unlike any before, as callers keep what came of each under it. */
  newCallId: () => string;
}

export interface Usage {
  prompt_tokens: number;
  completion_tokens: number;
  total_tokens: number;
}

/** There are no tokens inside; they are counted as most models would, four letters each. */
const tokensIn = (text: string): number => Math.ceil(text.length / 4);

export function usageOf(messages: readonly Message[], { say, calls }: Step): Usage {
  const prompt = messages.reduce(
    (sum, one) => sum + tokensIn(wordsIn(one)) + tokensIn('tool_calls' in one ? JSON.stringify(one.tool_calls ?? '') : ''),
    0,
  );
  const completion = tokensIn(say) + calls.reduce((sum, { name, args }) => sum + tokensIn(name) + tokensIn(JSON.stringify(args)), 0);
  return { prompt_tokens: prompt, completion_tokens: completion, total_tokens: prompt + completion };
}

const reasonOf = ({ calls }: Step): 'tool_calls' | 'stop' => (calls.length > 0 ? 'tool_calls' : 'stop');

/** The whole answer at once. */
export function completionOf(step: Step, usage: Usage, { id, created, newCallId }: Identity) {
  const calls = step.calls.map(({ name, args }) => ({ id: newCallId(), type: 'function', function: { name, arguments: JSON.stringify(args) } }));
  const content = step.say === '' && calls.length > 0 ? null : step.say;
  const said = { role: 'assistant', content, refusal: null, ...(calls.length > 0 && { tool_calls: calls }) };
  return {
    id,
    object: 'chat.completion',
    created,
    model: modelName,
    choices: [{ index: 0, message: said, logprobs: null, finish_reason: reasonOf(step) }],
    usage,
  };
}

/** A part of a streamed answer, and how many words of it people would read: none for what only machines see. */
export interface Chunk {
  data: Record<string, unknown>;
  words: number;
}

/** Letters of arguments in one part. */
const argumentsPart = 64;

/** The answer in parts: the text word by word, each tool call with its name first, how it ended, and the usage where it is asked for. */
export function* chunksOf(step: Step, usage: Usage, isUsageAsked: boolean, { id, created, newCallId }: Identity): Generator<Chunk> {
  const chunk = (delta: object, reason: string | null = null): Record<string, unknown> => ({
    ...{ id, object: 'chat.completion.chunk', created, model: modelName },
    choices: [{ index: 0, delta, logprobs: null, finish_reason: reason }],
    ...(isUsageAsked && { usage: null }),
  });
  yield { data: chunk({ role: 'assistant', content: step.say === '' && step.calls.length > 0 ? null : '' }), words: 0 };
  for (const [word] of step.say.matchAll(/\s*\S+|\s+$/g)) yield { data: chunk({ content: word }), words: 1 };
  for (const [index, { name, args }] of step.calls.entries()) {
    yield { data: chunk({ tool_calls: [{ index, id: newCallId(), type: 'function', function: { name, arguments: '' } }] }), words: 0 };
    for (const part of partsOf(JSON.stringify(args))) yield { data: chunk({ tool_calls: [{ index, function: { arguments: part } }] }), words: 0 };
  }
  yield { data: chunk({}, reasonOf(step)), words: 0 };
  if (isUsageAsked) yield { data: { ...chunk({}), choices: [], usage }, words: 0 };
}

/** Text in parts, with no letter of two halves cut in the middle. */
function partsOf(text: string): string[] {
  const letters = [...text];
  return Array.from({ length: Math.ceil(letters.length / argumentsPart) }, (_, at) =>
    letters.slice(at * argumentsPart, (at + 1) * argumentsPart).join(''),
  );
}
