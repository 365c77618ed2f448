import type { MessagePart, ToolInvocation } from '@waystory/proto/assistant/message.ts';

/** A part of an answer: a text, or tool calls between two texts. */
export type Segment = { kind: 'text'; text: string } | { kind: 'tools'; calls: ToolInvocation[] };

/** Segments of a message in order, without the calls shown elsewhere. */
export function segmentsOf(parts: readonly MessagePart[], elsewhere: ReadonlySet<string> = new Set()): Segment[] {
  const segments: Segment[] = [];
  for (const part of parts) {
    if (part.type === 'tool-invocation' && elsewhere.has(part.toolInvocation.toolCallId)) continue;
    const last = segments.at(-1);
    if (part.type === 'text' && part.text.trim() !== '') segments.push({ kind: 'text', text: part.text });
    else if (part.type === 'tool-invocation' && last?.kind === 'tools') last.calls.push(part.toolInvocation);
    else if (part.type === 'tool-invocation') segments.push({ kind: 'tools', calls: [part.toolInvocation] });
  }
  return segments;
}
