import { newId } from '@waystory/infra/identifier.ts';
import {
  type FinishReason,
  type LanguageModel,
  ModelFailure,
  type ModelMessage,
  type ModelToolCall,
  type TokenUsage,
} from '@waystory/infra/language-model/port.ts';
import type { DataStreamPart, Json } from '@waystory/proto/assistant/data-stream.ts';
import { functionTools, isToolName, type ToolName, tools } from '@waystory/proto/assistant/tools/registry.ts';
import { type Effect, failureOf } from '@waystory/proto/assistant/tools/tool.ts';

/** What a turn may take at most. */
export interface TurnLimits {
  steps: number;
  calls: number;
  /** Tokens read and written in all steps; where a provider does not count, only the other limits hold. */
  tokens: number;
}

/** Runs one call and answers its result, once however often it is asked. */
export type CallTool = (call: { id: string; name: ToolName; args: { [name: string]: Json } }) => Promise<unknown>;

export interface TurnOptions {
  model: LanguageModel;
  /** The prompt and the conversation up to what was said last. */
  messages: readonly ModelMessage[];
  /** Tools that the model is told of. */
  offered: readonly ToolName[];
  messageId: string;
  limits: TurnLimits;
  callTool: CallTool;
  /** Takes every part of the answer. */
  add: (part: DataStreamPart) => void;
  signal: AbortSignal;
}

/** Someone who only asked for something must not have something else changed by a page that was read on the way. */
const needsConsent = failureOf(
  'tool/needs-consent',
  'A web page was read in this turn, so nothing is written before the user has answered. Say what you would change, and ask.',
);

/** One step: what the model said and called. */
interface Step {
  text: string;
  calls: ModelToolCall[];
  reason: FinishReason;
  usage: TokenUsage;
}

/**
 * Answers what was said last: the model speaks or calls tools, results go back to it, until it has said all or a limit is reached.
 * @throws ModelFailure, the reason of `signal`, or what a tool threw.
 */
export async function runTurn(options: TurnOptions): Promise<TokenUsage> {
  const { limits, add, messageId, signal } = options;
  const messages = [...options.messages];
  const used = { promptTokens: 0, completionTokens: 0 };
  let [callsLeft, hasReadPage, hasMisspoken] = [limits.calls, false, false];

  for (let step = 1; ; step++) {
    add({ type: 'start_step', value: { messageId } });
    const isLast = step === limits.steps || used.promptTokens + used.completionTokens >= limits.tokens || callsLeft <= 0;
    const offered = isLast ? [] : options.offered;
    const { text, calls, reason, usage } = await speak({ ...options, offered }, messages);
    used.promptTokens += usage.promptTokens;
    used.completionTokens += usage.completionTokens;
    messages.push({ role: 'assistant', content: text, toolCalls: calls });
    for (const group of groupsOf(calls.map((call) => ({ call, parsed: understood(call, offered) })))) {
      signal.throwIfAborted();
      const misspoken = group.find(({ parsed }) => !parsed);
      // A model that calls what there is not, or in words that do not parse, is told so once.
      if (misspoken && hasMisspoken && !isLast) throw new ModelFailure('model/broken', new Error(`It called ${misspoken.call.name} wrongly again`));
      hasMisspoken ||= misspoken !== undefined;
      const running = group.map((one) =>
        resultOf({ ...options, ...one, isBarred: hasReadPage && effectOf(one) === 'write', isTooMany: callsLeft-- <= 0 }),
      );
      const results = await Promise.all(running);
      hasReadPage ||= group.some((one) => effectOf(one) === 'web');
      for (const [index, { call }] of group.entries()) messages.push({ role: 'tool', toolCallId: call.id, content: JSON.stringify(results[index]) });
    }
    const isContinued = calls.length > 0 && !isLast;
    add({ type: 'finish_step', value: { finishReason: reason, usage, isContinued: false } });
    if (isContinued) continue;
    add({ type: 'finish_message', value: { finishReason: reason, usage: used } });
    return used;
  }
}

interface UnderstoodCall {
  call: ModelToolCall;
  parsed: ParsedCall | null;
}

const effectOf = ({ parsed }: UnderstoodCall): Effect => (parsed ? tools[parsed.name].effect : 'read');

/** Calls in their order: those that follow each other and only read are run at once, any other by itself. */
function groupsOf(calls: readonly UnderstoodCall[]): UnderstoodCall[][] {
  const groups: UnderstoodCall[][] = [];
  for (const one of calls) {
    const last = groups.at(-1);
    if (last && effectOf(one) === 'read' && last.every((before) => effectOf(before) === 'read')) last.push(one);
    else groups.push([one]);
  }
  return groups;
}

/** One answer of the model, passed on as it comes. */
async function speak({ model, offered, add, signal }: TurnOptions, messages: readonly ModelMessage[]): Promise<Step> {
  const step: Step = { text: '', calls: [], reason: 'other', usage: { promptTokens: 0, completionTokens: 0 } };
  const described = functionTools(offered).map(({ function: tool }) => tool);
  // Ids of calls are the model's, and may be the same in the next step.
  const ids = new Map<string, ModelToolCall>();
  for await (const delta of model.stream({ messages, tools: described }, signal)) {
    switch (delta.kind) {
      case 'text':
        step.text += delta.text;
        add({ type: 'text', value: delta.text });
        break;
      case 'reasoning':
        add({ type: 'reasoning', value: delta.text });
        break;
      case 'call': {
        const call = { id: newId(), name: delta.name, arguments: '' };
        ids.set(delta.callId, call);
        step.calls.push(call);
        if (isToolName(call.name)) add({ type: 'tool_call_streaming_start', value: { toolCallId: call.id, toolName: call.name } });
        break;
      }
      case 'arguments': {
        const call = ids.get(delta.callId);
        if (!call) break;
        call.arguments += delta.text;
        if (isToolName(call.name)) add({ type: 'tool_call_delta', value: { toolCallId: call.id, argsTextDelta: delta.text } });
        break;
      }
      case 'finish':
        step.reason = delta.reason;
        step.usage = delta.usage ?? step.usage;
        break;
      default:
        delta satisfies never;
    }
  }
  return step;
}

interface ParsedCall {
  name: ToolName;
  args: { [name: string]: Json };
}

/** What a call means; null when there is no such tool, or its arguments are no JSON object. Whether the tool takes them it says itself. */
function understood({ name, arguments: text }: ModelToolCall, offered: readonly ToolName[]): ParsedCall | null {
  if (!isToolName(name) || !offered.includes(name)) return null;
  try {
    const args: unknown = JSON.parse(text || '{}');
    return typeof args === 'object' && args !== null && !Array.isArray(args) ? { name, args: args as ParsedCall['args'] } : null; // of JSON
  } catch {
    return null;
  }
}

interface Calling extends TurnOptions, UnderstoodCall {
  isBarred: boolean;
  isTooMany: boolean;
}

/** The result of a call, told to the reader as well. */
async function resultOf({ call, parsed, isBarred, isTooMany, callTool, add }: Calling): Promise<unknown> {
  if (!parsed) {
    const failure = failureOf('tool/misspoken', `There is no tool ${call.name}, or its arguments are no JSON object.`);
    if (isToolName(call.name)) {
      add({ type: 'tool_call', value: { toolCallId: call.id, toolName: call.name, args: {} } });
      add({ type: 'tool_result', value: { toolCallId: call.id, result: jsonOf(failure) } });
    }
    return failure;
  }
  add({ type: 'tool_call', value: { toolCallId: call.id, toolName: parsed.name, args: parsed.args } });
  const tooMany = failureOf('tool/too-many', 'No more calls in this turn. Say what is done and what is not.');
  const result = isTooMany ? tooMany : isBarred ? needsConsent : await callTool({ id: call.id, ...parsed });
  add({ type: 'tool_result', value: { toolCallId: call.id, result: jsonOf(result) } });
  return result;
}

/** As it is stored and sent. */
const jsonOf = (value: unknown): Json => JSON.parse(JSON.stringify(value ?? null)) as Json; // what was written as JSON
