import type { DataStreamPart } from './data-stream.ts';
import type { ChatMessage, MessagePart, ToolInvocation } from './message.ts';
import type { ToolName } from './tools/registry.ts';

/** A message of the assistant before its first part. */
export const blankAnswer = (id: string, createdAt: string): ChatMessage => ({
  id,
  createdAt,
  role: 'assistant',
  content: '',
  parts: [],
  annotations: [],
  toolInvocations: [],
  attachments: [],
});

/** Returns the message with a further part of the stream. */
export type AppendPart = (message: ChatMessage, part: DataStreamPart) => ChatMessage;

/**
 * Builds the same message in server and browser from the same parts, without validation, so that pages stay small. Parts that end a step or the
 * answer, and hidden parts, change nothing.
 */
export const messageBuilderFor =
  (isToolName: (name: string) => name is ToolName): AppendPart =>
  (message, part) =>
    withOne(message, part, isToolName);

function withOne(message: ChatMessage, part: DataStreamPart, isToolName: (name: string) => name is ToolName): ChatMessage {
  switch (part.type) {
    case 'text':
      return { ...message, content: message.content + part.value, parts: continued(message.parts, 'text', part.value) };
    case 'reasoning':
      return { ...message, parts: continued(message.parts, 'reasoning', part.value) };
    case 'start_step':
      return { ...message, parts: [...message.parts, { type: 'step-start', text: '' }] };
    case 'source':
      return { ...message, parts: [...message.parts, { type: 'source', text: part.value.title ?? part.value.url, source: part.value }] };
    case 'file':
      return { ...message, parts: [...message.parts, { type: 'file', text: '', ...part.value }] };
    case 'message_annotations':
      return { ...message, annotations: [...message.annotations, ...part.value] };
    case 'tool_call_streaming_start': {
      const { toolCallId, toolName } = part.value;
      if (!isToolName(toolName)) return message;
      return withInvocation(message, toolCallId, toolName, (call) => ({ ...call, state: 'partial-call', args: null }));
    }
    case 'tool_call': {
      const { toolCallId, toolName, args } = part.value;
      if (!isToolName(toolName)) return message;
      return withInvocation(message, toolCallId, toolName, (call) => ({ ...call, state: 'call', args }));
    }
    case 'tool_result': {
      const { toolCallId, result } = part.value;
      const known = message.toolInvocations.find((one) => one.toolCallId === toolCallId);
      return known ? withInvocation(message, toolCallId, known.toolName, () => ({ ...known, state: 'result', result })) : message;
    }
    case 'data':
    case 'error':
    case 'tool_call_delta':
    case 'finish_message':
    case 'finish_step':
    case 'redacted_reasoning':
    case 'reasoning_signature':
      return message;
    default:
      return part satisfies never;
  }
}

/** Appends text to the last part of its kind. */
function continued(parts: readonly MessagePart[], type: 'text' | 'reasoning', text: string): MessagePart[] {
  const last = parts.at(-1);
  return last?.type === type ? [...parts.slice(0, -1), { type, text: last.text + text }] : [...parts, { type, text }];
}

type Call = Pick<ToolInvocation, 'step' | 'toolCallId' | 'toolName'>;

function withInvocation(message: ChatMessage, toolCallId: string, toolName: ToolName, change: (call: Call) => ToolInvocation): ChatMessage {
  const step = Math.max(0, message.parts.filter(({ type }) => type === 'step-start').length - 1);
  const at = message.toolInvocations.findIndex((one) => one.toolCallId === toolCallId);
  const invocation = change(message.toolInvocations[at] ?? { step, toolCallId, toolName });
  if (at < 0) {
    const part: MessagePart = { type: 'tool-invocation', text: '', toolInvocation: invocation };
    return { ...message, toolInvocations: [...message.toolInvocations, invocation], parts: [...message.parts, part] };
  }
  return {
    ...message,
    toolInvocations: message.toolInvocations.with(at, invocation),
    parts: message.parts.map((part) =>
      part.type === 'tool-invocation' && part.toolInvocation.toolCallId === toolCallId ? { ...part, toolInvocation: invocation } : part,
    ),
  };
}
