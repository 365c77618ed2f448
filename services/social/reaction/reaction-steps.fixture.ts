import type { Step } from '@waystory/infra/read-models/projector/projector-fixture.ts';
import type { Reaction } from '@waystory/proto/social/reaction.ts';
import fc from 'fast-check';

type Kind = Reaction['reactionType'];

/** Random reactions of one person to one target, in stream order. Repeating the current reaction removes it. */
export function reactionSteps(stream: string, reactableType: Reaction['reactableType'], reactableId: string): fc.Arbitrary<Step[]> {
  const event = (type: string, reactionType: Kind): Step => ({ stream, type, data: { reactableType, reactableId, reactionType } });
  const follow = (moves: readonly Kind[]): Step[] => {
    let now: Kind | null = null;
    return moves.map((move) => {
      const before: Kind | null = now;
      now = before === move ? null : move;
      if (now === null) return event('ReactionRemoved', move);
      return event(before === null ? 'ReactionAdded' : 'ReactionSwitched', move);
    });
  };
  return fc.array(fc.constantFrom<Kind>('like', 'dislike'), { maxLength: 6 }).map(follow);
}
