import type { ChatMessage, ToolInvocation } from './message.ts';
import type { DecisionAnnotation, ProposalAnnotation } from './proposal.ts';
import type { ChangeDecision } from './thread.ts';

/** A call of an answer that waits, or waited, for the user. */
export interface ProposedChange {
  call: ToolInvocation;
  /** Null until the user has decided, or for ever when the conversation went on without that. */
  decision: ChangeDecision | null;
}

type Annotation = ProposalAnnotation | DecisionAnnotation | { type?: never };

/** Changes that a message proposes, in their order. */
export function changesOf({ annotations, toolInvocations }: ChatMessage): ProposedChange[] {
  const said = annotations as readonly Annotation[]; // the product alone writes them; each has a type, or is none of these
  const proposed = new Set(said.flatMap((one) => (one.type === 'proposal' ? [one.toolCallId] : [])));
  const decisions = said.filter((one) => one.type === 'decision');
  return toolInvocations
    .filter(({ toolCallId }) => proposed.has(toolCallId))
    .map((call) => ({ call, decision: decisions.find(({ toolCallIds }) => toolCallIds.includes(call.toolCallId))?.decision ?? null }));
}
