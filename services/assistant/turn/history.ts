import type { ModelMessage, ModelToolCall } from '@waystory/infra/language-model/port.ts';
import type { ChatMessage, MessagePart, ToolInvocation } from '@waystory/proto/assistant/message.ts';
import { proposedChangesOf } from '@waystory/proto/assistant/proposed-change.ts';
import { tools } from '@waystory/proto/assistant/tools/registry.ts';
import { failureOf } from '@waystory/proto/assistant/tools/tool.ts';
import { reversalIn } from '../thread/messages.ts';

/** Note to the model after a reversed answer, whose call results no longer hold. */
function reversalNote(message: ChatMessage): ModelMessage[] {
  const reversal = reversalIn(message);
  if (!reversal?.reversed) return [];
  const kept = reversal.left.map(({ kind, id, title }) => `- ${kind} ${title ? JSON.stringify(title) : 'without a title'} (${id})`);
  const stays = kept.length > 0 ? ` These stayed as they are, because they were changed since:\n${kept.join('\n')}` : '';
  return [{ role: 'system', content: `The user has taken back what the assistant changed in the answer above: it does not hold any more.${stays}` }];
}

/** Approximate characters per token in English. */
const charactersPerToken = 4;
/** Most tokens of the latest messages, which a model gets in full. */
const windowTokens = 24_000;
/** Most characters kept of a message from before the window. */
const rememberedPerMessage = 160;
const rememberedMessages = 40;

/** Result of an interrupted call, whose outcome is unknown. */
const withoutResult = failureOf('tool/interrupted', 'The result of this call was lost. Look before you call it again.');

/** Result of an undecided change when the user said something else. */
const notDecided = failureOf(
  'tool/not-decided',
  'The user has not decided on this change, and has said something else instead. Nothing was changed.',
);
const leftOut = 'Left out: it was read for an earlier message. Read it again if it is needed.';

/** Conversation for a model: the latest messages in full, and shortened questions from before. */
export function historyOf(messages: readonly ChatMessage[], tokens = windowTokens): ModelMessage[] {
  const question = messages.findLastIndex(({ role }) => role === 'user');
  // Text of a page must not influence the model again after the user's next message (decision 0043).
  const told = messages.map((message, at) => toldOf(at < question ? withoutPages(message) : message));
  let from = told.length;
  for (let room = tokens * charactersPerToken; from > 0; from--) {
    room -= sizeOf(told[from - 1] ?? []);
    // The last message is always included.
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
  const undecided = new Set(proposedChangesOf(message).flatMap(({ call, decision }) => (decision === null ? call.toolCallId : [])));
  return [...stepsOf(message.parts).flatMap((parts) => stepMessages(parts, undecided)), ...reversalNote(message)];
}

/** The message without contents of pages and searches; their URLs stay. */
const withoutPages = (message: ChatMessage): ChatMessage => ({
  ...message,
  parts: message.parts.map((part) => (part.type === 'tool-invocation' ? { ...part, toolInvocation: withoutText(part.toolInvocation) } : part)),
});

function withoutText(call: ToolInvocation): ToolInvocation {
  if (call.state !== 'result' || tools[call.toolName].effect !== 'web') return call;
  const { error, url, results } = call.result as { error?: unknown; url?: string; results?: { url: string }[] }; // as: a result of a web tool, or a failure
  if (error !== undefined) return call;
  const addresses = results ? { results: results.map((one) => ({ url: one.url })) } : { url };
  return { ...call, result: { ...addresses, text: leftOut } };
}

/** Splits parts into steps. */
function stepsOf(parts: readonly MessagePart[]): MessagePart[][] {
  const steps: MessagePart[][] = [];
  for (const part of parts) {
    if (part.type === 'step-start' || steps.length === 0) steps.push([]);
    if (part.type !== 'step-start') steps.at(-1)?.push(part);
  }
  return steps.filter((step) => step.length > 0);
}

function stepMessages(parts: readonly MessagePart[], undecided: ReadonlySet<string>): ModelMessage[] {
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
      const result = call.state === 'result' ? call.result : undecided.has(call.toolCallId) ? notDecided : withoutResult;
      return { role: 'tool', toolCallId: call.toolCallId, content: JSON.stringify(result) };
    }),
  ];
}

/** Looked-up places of a conversation with their map-service ids. Stops are added at these places only. */
export function placesLookedUp(messages: readonly ChatMessage[]): Map<string, string | null> {
  const calls = messages.flatMap(({ toolInvocations }) => toolInvocations);
  return new Map(calls.flatMap((call) => (call.toolName === 'lookup_location' && call.state === 'result' ? candidatesIn(call.result) : [])));
}

/** Candidates in a result of lookup_location; a failure has none. */
export function candidatesIn(result: unknown): [placeId: string, mapboxId: string | null][] {
  const { candidates = [] } = result as { candidates?: { placeId: string; mapboxId: string | null }[] }; // as: a result of that tool
  return candidates.map(({ placeId, mapboxId }) => [placeId, mapboxId]);
}
