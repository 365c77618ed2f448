import type { ModelMessage } from '@waystory/infra/language-model/port.ts';
import type { ChatMessage } from '@waystory/proto/assistant/message.ts';
import { reversalIn } from '../thread/messages.ts';

/** Note to the model after a reversed answer, whose call results no longer hold. */
export function reversalNote(message: ChatMessage): ModelMessage[] {
  const reversal = reversalIn(message);
  if (!reversal?.reversed) return [];
  const kept = reversal.left.map(({ kind, id, title }) => `- ${kind} ${title ? JSON.stringify(title) : 'without a title'} (${id})`);
  const stays = kept.length > 0 ? ` These stayed as they are, because they were changed since:\n${kept.join('\n')}` : '';
  return [{ role: 'system', content: `The user has taken back what the assistant changed in the answer above: it does not hold any more.${stays}` }];
}
