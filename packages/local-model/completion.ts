import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { nextStep } from './conversation/next-step.ts';
import { type Message, message, messageText, offeredTool, type Step } from './conversation/session.ts';
import type { Atlas } from './world/atlas.ts';

/** Name of the only model, which also answers requests for other names. */
export const modelName = 'waystory-planner';

/** The fields of a request that the model reads; it ignores all others. */
export const completionRequest = z.looseObject({
  model: z.string().optional(),
  messages: z.array(message).min(1),
  tools: z.array(offeredTool).nullish(),
  tool_choice: z.unknown().optional(),
  stream: z.boolean().nullish(),
  stream_options: z.looseObject({ include_usage: z.boolean().nullish() }).nullish(),
});
type CompletionRequest = z.output<typeof completionRequest>;

const answerTo = ({ messages, tools, tool_choice: choice }: CompletionRequest, atlas: Atlas): Step =>
  nextStep({ messages, tools: choice === 'none' ? [] : (tools ?? []).map((tool) => tool.function.name) }, atlas);

/** Fields that all chunks of an answer share; `created` is in seconds since 1970. */
const identity = () => ({ id: `chatcmpl-${randomUUID()}`, created: Math.floor(Date.now() / 1_000), model: modelName });
/** Unique id of a tool call, because callers store results by it. */
const newCallId = (): string => `call_${randomUUID().replaceAll('-', '')}`;

/** Estimated number of tokens, four characters each: the model has no tokenizer. */
const tokensIn = (text: string): number => Math.ceil(text.length / 4);

function usageOf(messages: readonly Message[], { say, calls }: Step) {
  const prompt = messages.reduce(
    (sum, one) => sum + tokensIn(messageText(one)) + tokensIn('tool_calls' in one ? JSON.stringify(one.tool_calls ?? '') : ''),
    0,
  );
  const completion = tokensIn(say) + calls.reduce((sum, { name, args }) => sum + tokensIn(name) + tokensIn(JSON.stringify(args)), 0);
  return { prompt_tokens: prompt, completion_tokens: completion, total_tokens: prompt + completion };
}

const finishReasonOf = ({ calls }: Step): 'tool_calls' | 'stop' => (calls.length > 0 ? 'tool_calls' : 'stop');

/** Answers a request with one chat completion. */
export function complete(request: CompletionRequest, atlas: Atlas): object {
  const step = answerTo(request, atlas);
  const calls = step.calls.map(({ name, args }) => ({ id: newCallId(), type: 'function', function: { name, arguments: JSON.stringify(args) } }));
  const content = step.say === '' && calls.length > 0 ? null : step.say;
  const answer = { role: 'assistant', content, refusal: null, ...(calls.length > 0 && { tool_calls: calls }) };
  return {
    ...identity(),
    object: 'chat.completion',
    choices: [{ index: 0, message: answer, logprobs: null, finish_reason: finishReasonOf(step) }],
    usage: usageOf(request.messages, step),
  };
}

/** A chunk of a streamed answer, with its number of visible words. */
export interface Chunk {
  data: Record<string, unknown>;
  words: number;
}

/** Maximum number of argument characters per chunk. */
const argumentsPart = 64;

/** Answers a request in chunks: text word by word, tool calls name first, the finish reason, and the usage on request. */
export function* completeInChunks(request: CompletionRequest, atlas: Atlas): Generator<Chunk> {
  const step = answerTo(request, atlas);
  const isUsageAsked = request.stream_options?.include_usage === true;
  const shared = { ...identity(), object: 'chat.completion.chunk' };
  const chunk = (delta: object, reason: string | null = null): Record<string, unknown> => ({
    ...shared,
    choices: [{ index: 0, delta, logprobs: null, finish_reason: reason }],
    ...(isUsageAsked && { usage: null }),
  });
  yield { data: chunk({ role: 'assistant', content: step.say === '' && step.calls.length > 0 ? null : '' }), words: 0 };
  for (const [word] of step.say.matchAll(/\s*\S+|\s+$/g)) yield { data: chunk({ content: word }), words: 1 };
  for (const [index, { name, args }] of step.calls.entries()) {
    yield { data: chunk({ tool_calls: [{ index, id: newCallId(), type: 'function', function: { name, arguments: '' } }] }), words: 0 };
    for (const part of partsOf(JSON.stringify(args))) yield { data: chunk({ tool_calls: [{ index, function: { arguments: part } }] }), words: 0 };
  }
  yield { data: chunk({}, finishReasonOf(step)), words: 0 };
  if (isUsageAsked) yield { data: { ...chunk({}), choices: [], usage: usageOf(request.messages, step) }, words: 0 };
}

/** Splits a text into parts of at most `argumentsPart` characters, without splitting a surrogate pair. */
function partsOf(text: string): string[] {
  const letters = [...text];
  return Array.from({ length: Math.ceil(letters.length / argumentsPart) }, (_, at) =>
    letters.slice(at * argumentsPart, (at + 1) * argumentsPart).join(''),
  );
}
