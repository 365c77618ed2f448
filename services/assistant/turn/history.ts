import type { ModelMessage, ModelToolCall } from '@waystory/infra/language-model/port.ts';
import type { ChatMessage, MessagePart } from '@waystory/proto/assistant/message.ts';
import { failureOf } from '@waystory/proto/assistant/tools/tool.ts';
import { reversalNote } from './reversal-note.ts';

/** Characters of a token, about, in English. */
const charactersPerToken = 4;
/** Tokens of the conversation that a model is told word for word. */
const windowTokens = 24_000;
/** Characters of each message that remain of what falls out of the window. */
const rememberedPerMessage = 160;
const rememberedMessages = 40;

/** What a call answers that was interrupted: whether it was done is not known here. */
const withoutResult = failureOf('tool/interrupted', 'The result of this call was lost. Look before you call it again.');

/** The conversation as a model is told it: the latest messages word for word, and of those before what was asked for. */
export function historyOf(messages: readonly ChatMessage[], tokens = windowTokens): ModelMessage[] {
  const told = messages.map(toldOf);
  let from = told.length;
  for (let room = tokens * charactersPerToken; from > 0; from--) {
    room -= sizeOf(told[from - 1] ?? []);
    // The last message is told whatever its size.
    if (room < 0 && from < told.length) break;
  }
  const earlier = messages.slice(0, from).filter(({ role }) => role === 'user');
  return [...summaryOf(earlier), ...told.slice(from).flat()];
}

function summaryOf(earlier: readonly ChatMessage[]): ModelMessage[] {
  if (earlier.length === 0) return [];
  const lines = earlier.slice(-rememberedMessages).map(({ content }) => `- ${content.slice(0, rememberedPerMessage)}`);
  return [{ role: 'system', content: `Earlier in this conversation the user said, shortened:\n${lines.join('\n')}` }];
}

const sizeOf = (told: readonly ModelMessage[]): number => told.reduce((sum, message) => sum + JSON.stringify(message).length, 0);

function toldOf(message: ChatMessage): ModelMessage[] {
  if (message.role === 'user') return [{ role: 'user', content: message.content }];
  return [...stepsOf(message.parts).flatMap(stepMessages), ...reversalNote(message)];
}

/** Parts from one beginning of a step to the next. */
function stepsOf(parts: readonly MessagePart[]): MessagePart[][] {
  const steps: MessagePart[][] = [];
  for (const part of parts) {
    if (part.type === 'step-start' || steps.length === 0) steps.push([]);
    if (part.type !== 'step-start') steps.at(-1)?.push(part);
  }
  return steps.filter((step) => step.length > 0);
}

function stepMessages(parts: readonly MessagePart[]): ModelMessage[] {
  const content = parts.map((part) => (part.type === 'text' ? part.text : '')).join('');
  const calls = parts.flatMap((part) =>
    part.type === 'tool-invocation' && part.toolInvocation.state !== 'partial-call' ? [part.toolInvocation] : [],
  );
  const toolCalls = calls.map(
    ({ toolCallId, toolName, args }): ModelToolCall => ({ id: toolCallId, name: toolName, arguments: JSON.stringify(args) }),
  );
  if (content === '' && toolCalls.length === 0) return [];
  return [
    { role: 'assistant', content, toolCalls },
    ...calls.map((call): ModelMessage => {
      const result = call.state === 'result' ? call.result : withoutResult;
      return { role: 'tool', toolCallId: call.toolCallId, content: JSON.stringify(result) };
    }),
  ];
}

/** Places that were looked up in a conversation, with their ids at the map service: the only ones that stops are added at. */
export function placesLookedUp(messages: readonly ChatMessage[]): Map<string, string | null> {
  const calls = messages.flatMap(({ toolInvocations }) => toolInvocations);
  return new Map(calls.flatMap((call) => (call.toolName === 'lookup_location' && call.state === 'result' ? candidatesIn(call.result) : [])));
}

/** Candidates of a result of lookup_location, which was checked when it was made; a failure has none. */
export function candidatesIn(result: unknown): [placeId: string, mapboxId: string | null][] {
  const { candidates = [] } = result as { candidates?: { placeId: string; mapboxId: string | null }[] }; // of that tool
  return candidates.map(({ placeId, mapboxId }) => [placeId, mapboxId]);
}
