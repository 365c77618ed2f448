import { given } from '@waystory/infra/commands/given.ts';
import type { Principal } from '@waystory/infra/identity/principal.ts';
import type { ReactionEvent } from '@waystory/proto/social/reaction.ts';
import { describe, expect, test } from 'vitest';
import { type ReactionCommand, reactionId, reactionStream } from './reaction.ts';

const id = (letter: string): string => `${letter}0000000-0000-8000-8000-000000000001`;
const ada: Principal = { accountId: id('a'), roles: [] };
const bob: Principal = { accountId: id('b'), roles: [] };
const moderator: Principal = { accountId: id('c'), roles: ['moderator'] };
const reactable = { reactableType: 'post', reactableId: id('e') } as const;
const hold = { targetId: id('d'), itineraryId: id('f') };
const added: ReactionEvent = { type: 'ReactionAdded', data: { accountId: id('a'), ...reactable, reactionType: 'like', ...hold } };
const to = (reactionType: 'like' | 'dislike'): ReactionEvent => ({ type: 'ReactionSwitched', data: { ...reactable, reactionType } });
const removed = (reactionType: 'like' | 'dislike'): ReactionEvent => ({ type: 'ReactionRemoved', data: { ...reactable, reactionType } });
const react = (reactionType: 'like' | 'dislike', actor = ada): ReactionCommand => ({
  type: 'React',
  accountId: id('a'),
  reactable,
  reactionType,
  hold,
  actor,
});

describe('reaction', () => {
  test('is switched by a reaction of the other type', () => {
    const { state } = given(reactionStream, [])
      .when(react('like'))
      .then([added])
      .when(react('like'))
      .then([])
      .when(react('dislike'))
      .then([to('dislike')]);
    expect(state).toMatchObject({ reactionType: 'dislike', accountId: id('a'), postId: id('e'), ...reactable, ...hold, version: 2 });
  });

  test('is rejected for another account, or for an invisible target', () => {
    given(reactionStream, []).when(react('like', bob)).rejects('reaction/other-account');
    for (const history of [[], [added]])
      given(reactionStream, history)
        .when({ ...react('like'), hold: null } as ReactionCommand)
        .rejects('reaction/target-unknown');
  });

  test('is switched by its author, or by a moderator in bulk', () => {
    const change = (actor: Principal, seesTarget = true) => ({ type: 'SwitchReaction', reactionType: 'dislike', actor, seesTarget }) as const;
    given(reactionStream, [added])
      .when(change(ada))
      .then([to('dislike')])
      .when(change(ada))
      .then([]);
    given(reactionStream, [added]).when(change(bob)).rejects('reaction/not-yours');
    given(reactionStream, [added]).when(change(moderator)).rejects('reaction/not-yours');
    given(reactionStream, [added])
      .when({ ...change(moderator), moderating: true })
      .then([to('dislike')]);
    given(reactionStream, [added])
      .when({ ...change(bob), moderating: true })
      .rejects('reaction/not-yours');
    given(reactionStream, [added]).when(change(bob, false)).rejects('reaction/unknown');
    given(reactionStream, [added]).when(change(ada, false)).rejects('reaction/unknown');
    given(reactionStream, []).when(change(ada)).rejects('reaction/unknown');
  });

  test('is removed only with its current reactionType, and may be added again', () => {
    const remove = (reactionType: 'like' | 'dislike', actor = ada) => ({ type: 'RemoveReaction', reactionType, actor }) as const;
    given(reactionStream, [added])
      .when(remove('dislike'))
      .rejects('reaction/unknown')
      .when(remove('like', bob))
      .rejects('reaction/unknown')
      .when(remove('like'))
      .then([removed('like')])
      .when(remove('like'))
      .rejects('reaction/unknown')
      .when(react('like'))
      .then([added]);
  });

  test('of either type is removed by a moderator in bulk', () => {
    given(reactionStream, [added, to('dislike')])
      .when({ type: 'RemoveReaction', actor: moderator, moderating: true })
      .then([removed('dislike')]);
    given(reactionStream, [added]).when({ type: 'RemoveReaction', actor: moderator }).rejects('reaction/unknown');
  });

  test('is erased once, with no event for a repeated erasure', () => {
    given(reactionStream, [added])
      .when({ type: 'EraseReaction' })
      .then([removed('like')])
      .when({ type: 'EraseReaction' })
      .then([]);
  });

  test('has one id per account and target', () => {
    const ids = [ada, bob].flatMap(({ accountId }) =>
      (['itinerary', 'post'] as const).map((reactableType) => reactionId(accountId ?? '', { reactableType, reactableId: id('e') })),
    );
    expect(new Set(ids).size).toBe(4);
    expect(reactionId(id('a'), reactable)).toBe(reactionId(id('a'), reactable));
  });
});
