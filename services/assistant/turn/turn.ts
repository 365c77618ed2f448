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
import type { ProposalAnnotation } from '@waystory/proto/assistant/proposal.ts';
import { functionTools, isToolName, type ToolName, tools } from '@waystory/proto/assistant/tools/registry.ts';
import { type Effect, failureOf, type ToolFailure } from '@waystory/proto/assistant/tools/tool.ts';
import { checkedArguments } from '../tools/tool-failure.ts';
import type { TurnGuard } from './page-guard.ts';

/** Limits of a turn. */
export interface TurnLimits {
  steps: number;
  calls: number;
  /** Tokens of all steps; without counts from the provider, only the other limits apply. */
  tokens: number;
}

/** Executes one call idempotently and returns its result. */
export type CallTool = (call: { id: string; name: ToolName; args: { [name: string]: Json } }) => Promise<unknown>;

export interface TurnOptions {
  model: LanguageModel;
  /** Prompt and conversation up to the last message. */
  messages: readonly ModelMessage[];
  /** Tools offered to the model. */
  offered: readonly ToolName[];
  messageId: string;
  limits: TurnLimits;
  guard: TurnGuard;
  callTool: CallTool;
  /** Receives every part of the answer. */
  add: (part: DataStreamPart) => void;
  signal: AbortSignal;
}

/** Result of a proposed write for the model, because foreign text must not cause changes without the user's consent. */
const needsConsent = failureOf(
  'tool/needs-consent',
  'Words of others are in front of you in this turn, of a web page or of the story that is open, so this change waits: the user sees it with two buttons, and decides. Do not call it again. Say in a sentence what waits.',
);

/** Result of a turn. */
interface TurnEnd {
  usage: TokenUsage;
  /** Call ids of the proposed changes. */
  changes: readonly string[];
}

/** One step: text and calls of the model. */
interface Step {
  text: string;
  reasoning: string;
  calls: ModelToolCall[];
  reason: FinishReason;
  usage: TokenUsage;
}

/**
 * Answers the last message: text, tool calls and their results alternate until the model finishes or a limit is reached.
 * @throws ModelFailure, the reason of `signal`, or a tool's error.
 */
export async function runTurn(options: TurnOptions): Promise<TurnEnd> {
  const { limits, add, guard, messageId, signal } = options;
  const messages = [...options.messages];
  const used = { promptTokens: 0, completionTokens: 0 };
  const changes: string[] = [];
  let [callsLeft, hasMisspoken] = [limits.calls, false];

  for (let step = 1; ; step++) {
    add({ type: 'start_step', value: { messageId } });
    const isLast = step === limits.steps || used.promptTokens + used.completionTokens >= limits.tokens || callsLeft <= 0;
    const offered = isLast ? [] : options.offered;
    const { text, reasoning, calls, reason, usage } = await speak({ ...options, offered }, messages);
    used.promptTokens += usage.promptTokens;
    used.completionTokens += usage.completionTokens;
    messages.push({ role: 'assistant', content: text, toolCalls: calls, ...(reasoning && { reasoning }) });
    for (const group of groupsOf(calls.map((call) => ({ call, parsed: understood(call, offered) })))) {
      signal.throwIfAborted();
      const misspoken = group.find(({ parsed }) => !parsed);
      // A model that calls an unknown tool or sends invalid JSON is corrected once.
      if (misspoken && hasMisspoken && !isLast) throw new ModelFailure('model/broken', new Error(`It called ${misspoken.call.name} wrongly again`));
      hasMisspoken ||= misspoken !== undefined;
      const results = await Promise.all(group.map((one) => resultOf({ ...options, ...one, changes, isTooMany: callsLeft-- <= 0 })));
      for (const [index, { call, parsed }] of group.entries()) {
        if (parsed) guard.take(parsed.name, results[index]);
        messages.push({ role: 'tool', toolCallId: call.id, content: JSON.stringify(results[index]) });
      }
    }
    const isContinued = calls.length > 0 && !isLast;
    add({ type: 'finish_step', value: { finishReason: reason, usage, isContinued: false } });
    if (isContinued) continue;
    add({ type: 'finish_message', value: { finishReason: reason, usage: used } });
    return { usage: used, changes };
  }
}

interface UnderstoodCall {
  call: ModelToolCall;
  parsed: ParsedCall | null;
}

const effectOf = ({ parsed }: UnderstoodCall): Effect => (parsed ? tools[parsed.name].effect : 'read');

/** Groups calls in order: adjacent reads run concurrently, other calls alone. */
function groupsOf(calls: readonly UnderstoodCall[]): UnderstoodCall[][] {
  const groups: UnderstoodCall[][] = [];
  for (const one of calls) {
    const last = groups.at(-1);
    if (last && effectOf(one) === 'read' && last.every((before) => effectOf(before) === 'read')) last.push(one);
    else groups.push([one]);
  }
  return groups;
}

/** One answer of the model, passed on as it arrives. */
async function speak({ model, offered, add, signal }: TurnOptions, messages: readonly ModelMessage[]): Promise<Step> {
  const step: Step = { text: '', reasoning: '', calls: [], reason: 'other', usage: { promptTokens: 0, completionTokens: 0 } };
  const described = functionTools(offered).map(({ function: tool }) => tool);
  // Call ids are the model's and may repeat in the next step.
  const ids = new Map<string, ModelToolCall>();
  for await (const delta of model.stream({ messages, tools: described }, signal)) {
    switch (delta.kind) {
      case 'text':
        step.text += delta.text;
        add({ type: 'text', value: delta.text });
        break;
      case 'reasoning':
        step.reasoning += delta.text;
        add({ type: 'reasoning', value: delta.text });
        break;
      case 'call': {
        const call: ModelToolCall = { id: newId(), name: delta.name, arguments: '' };
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
      case 'extra': {
        const call = ids.get(delta.callId);
        if (call) call.extra = delta.extra;
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

/** Parses a call; null for an unknown tool or arguments that are no JSON object. The tool checks the arguments. */
function understood({ name, arguments: text }: ModelToolCall, offered: readonly ToolName[]): ParsedCall | null {
  if (!isToolName(name) || !offered.includes(name)) return null;
  try {
    const args: unknown = JSON.parse(text || '{}');
    return typeof args === 'object' && args !== null && !Array.isArray(args) ? { name, args: args as ParsedCall['args'] } : null; // as: parsed from JSON
  } catch {
    return null;
  }
}

interface Calling extends TurnOptions, UnderstoodCall {
  /** Collects the ids of proposed calls. */
  changes: string[];
  isTooMany: boolean;
}

/** Result of a call for the model. The reader receives it as well, unless the call is proposed. */
async function resultOf(calling: Calling): Promise<unknown> {
  const { call, parsed, guard, changes, add } = calling;
  if (!parsed) {
    const failure = failureOf('tool/misspoken', `There is no tool ${call.name}, or its arguments are no JSON object.`);
    if (isToolName(call.name)) {
      add({ type: 'tool_call', value: { toolCallId: call.id, toolName: call.name, args: {} } });
      add({ type: 'tool_result', value: { toolCallId: call.id, result: jsonOf(failure) } });
    }
    return failure;
  }
  add({ type: 'tool_call', value: { toolCallId: call.id, toolName: parsed.name, args: parsed.args } });
  const refusal = refusalOf(calling, parsed);
  if (!refusal && guard.isWritingBarred && tools[parsed.name].effect === 'write') {
    const annotation: ProposalAnnotation = { type: 'proposal', toolCallId: call.id };
    add({ type: 'message_annotations', value: [annotation] });
    changes.push(call.id);
    return needsConsent;
  }
  const result = refusal ?? (await calling.callTool({ id: call.id, ...parsed }));
  add({ type: 'tool_result', value: { toolCallId: call.id, result: jsonOf(result) } });
  return result;
}

const tooMany = failureOf('tool/too-many', 'No more calls in this turn. Say what is done and what is not.');

/** Reason to refuse a call; null when allowed. Checked before a proposal, so that the user never sees an impossible change. */
function refusalOf({ isTooMany, guard }: Calling, { name, args }: ParsedCall): ToolFailure | null {
  if (isTooMany) return tooMany;
  const checked = checkedArguments(tools[name], args);
  if ('failure' in checked) return checked.failure;
  return name === 'web_browser' ? guard.refusalOf(String(args.url)) : null;
}

/** The JSON form for storage and wire. */
const jsonOf = (value: unknown): Json => JSON.parse(JSON.stringify(value ?? null)) as Json; // as: stringified JSON
