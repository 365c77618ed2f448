import type { ChatMessage, ToolInvocation } from './message.ts';
import type { DecisionAnnotation, ProposalAnnotation } from './proposal.ts';
import type { ChangeDecision } from './thread.ts';

/** A tool call that needs the user's decision. */
export interface ProposedChange {
  call: ToolInvocation;
  /** Decision of the user; null before it, and permanently when the conversation continued without one. */
  decision: ChangeDecision | null;
}

type Annotation = ProposalAnnotation | DecisionAnnotation | { type?: never };

/** Proposed changes of a message, in order of their calls. */
export function proposedChangesOf({ annotations, toolInvocations }: ChatMessage): ProposedChange[] {
  const said = annotations as readonly Annotation[]; // as: only the product writes annotations; those without a type are of another kind
  const proposed = new Set(said.flatMap((one) => (one.type === 'proposal' ? [one.toolCallId] : [])));
  const decisions = said.filter((one) => one.type === 'decision');
  return toolInvocations
    .filter(({ toolCallId }) => proposed.has(toolCallId))
    .map((call) => ({ call, decision: decisions.find(({ toolCallIds }) => toolCallIds.includes(call.toolCallId))?.decision ?? null }));
}
