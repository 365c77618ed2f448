import type { ChatMessage, ToolInvocation } from '@waystory/proto/assistant/message.ts';
import { tools } from '@waystory/proto/assistant/tools/registry.ts';

const fieldOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name) ? (value as Record<string, unknown>)[name] : undefined; // as: it has this member

/** Calls of an answer that may have written. */
export const writingCalls = ({ toolInvocations }: ChatMessage): ToolInvocation[] =>
  toolInvocations.filter(({ toolName, state }) => state !== 'partial-call' && tools[toolName].effect === 'write');

/** Itinerary that a call wrote to, by its result; null after a failure. */
export function itineraryOf({ toolName, args }: Pick<ToolInvocation, 'toolName' | 'args'>, result: unknown): string | null {
  if (result === undefined || result === null || fieldOf(result, 'error') !== undefined) return null;
  const id = toolName === 'create_itinerary' ? fieldOf(result, 'id') : fieldOf(args, 'itineraryId');
  return typeof id === 'string' ? id : null;
}
