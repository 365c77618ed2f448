import { anyProjection } from '@waystory/infra/host/service.ts';
import { anonymousPrincipal, type Principal } from '@waystory/infra/identity/principal.ts';
import { matches } from '@waystory/infra/projection-store/memory-filter.ts';
import { onePartition, recordedEvents, type Step } from '@waystory/infra/read-models/projector/projector-fixture.ts';
import { createMemoryDocuments, expectSameInAnyOrder, foldBatches } from '@waystory/infra/read-models/projector/shuffle-fixture.ts';
import type { Reaction } from '@waystory/proto/social/reaction.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { posts, postsProjection } from './posts.projection.ts';

type Kind = Reaction['reactionType'];

/** Random reactions of one person to one target, in stream order. Repeating the current reaction removes it. */
function reactionSteps(stream: string, reactableType: Reaction['reactableType'], reactableId: string): fc.Arbitrary<Step[]> {
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

const projection = anyProjection(postsProjection);
const ofPost = (id: string, type: string, data: object = {}): Step => ({ stream: `post-${id}`, type, data: { ...data } });
const filed = { replyToId: 'p1', firstCommentAt: '2026-05-01T08:00:00.000Z' };
const created = (id: string, more: object = {}): Step =>
  ofPost(id, 'PostCreated', { accountId: 'a', text: 'first', postableType: 'stop', postableId: 's', itineraryId: 'i', ...more });
const life = (id: string): fc.Arbitrary<Step[]> =>
  fc
    .tuple(
      fc.array(
        fc.oneof(
          fc.string({ maxLength: 3 }).map((text) => ofPost(id, 'PostRewritten', { changes: { text } })),
          fc.constantFrom('PostHidden', 'PostRestored').map((type) => ofPost(id, type)),
        ),
        { maxLength: 4 },
      ),
      fc.boolean(),
    )
    .map(([steps, gone]) => [created(id, id === 'p1' ? {} : filed), ...steps, ...(gone ? [ofPost(id, 'PostDeleted')] : [])]);

const like: Step = { stream: 'reaction-1', type: 'ReactionAdded', data: { reactableType: 'post', reactableId: 'p1', reactionType: 'like' } };
const takenBack: Step = { ...like, type: 'ReactionRemoved' };
const after = (...steps: Step[]) => foldBatches([onePartition(recordedEvents(steps))], createMemoryDocuments(), projection);
const isSeen = (principal: Principal, doc: object | null): boolean => {
  const condition = posts.visibleTo(principal, 'linked');
  return !condition || matches(condition, { ...doc });
};
const moderator: Principal = { accountId: 'm', roles: ['moderator'] };

describe('posts projection', () => {
  test('yields the same documents for shuffled post and reaction streams with a tenth repeated', () => {
    const ids = ['p1', 'p2', 'p3'];
    const reactions = ids.flatMap((id) => [1, 2, 3].map((by) => reactionSteps(`reaction-${id}${by}`, 'post', id)));
    const elsewhere = reactionSteps('reaction-x', 'itinerary', 'p1');
    expectSameInAnyOrder(projection, fc.tuple(...ids.map(life), ...reactions, elsewhere), 300);
  });

  test('counts likes that arrive before their comment, in a separate document', () => {
    expect(after(like).json()).toBe('{"postLikes/p1":{"id":"p1","likeCount":1}}');
    const both = after(like, created('p1'));
    expect(both.get('postLikes', 'p1').doc).toEqual({ id: 'p1', likeCount: 1 });
    const whole = both.get('posts', 'p1').doc;
    expect(whole).toMatchObject({ version: 1, text: 'first', accountId: 'a', hidden: false });
    expect(whole).not.toHaveProperty('likeCount');
    expect(isSeen(anonymousPrincipal, whole)).toBe(true);
    expect(after(like, takenBack).json()).toBe('{}');
  });

  test('deletes a comment at PostDeleted, and its count of likes with the last like', () => {
    const steps = [created('p1'), like, ofPost('p1', 'PostDeleted'), takenBack];
    expect(after(...steps.slice(0, 3)).json()).toBe('{"postLikes/p1":{"id":"p1","likeCount":1}}');
    expect(after(...steps).json()).toBe('{}');
  });

  test('writes the document of a comment from its own stream only', () => {
    const shelf = after(created('p1'), like, created('p2', filed));
    expect(shelf.get('posts', 'p1')).toMatchObject({ _rev: 1, _at: { '0': 1 } });
  });

  test('keeps replyToId and firstCommentAt of a reply when its comment is deleted or hidden', () => {
    for (const type of ['PostDeleted', 'PostHidden'])
      expect(after(created('p1'), created('p2', filed), ofPost('p1', type)).get('posts', 'p2').doc).toMatchObject({ ...filed, hidden: false });
  });

  test('sets firstCommentAt of a comment to its own creation time', () => {
    const { doc } = after(created('p1')).get('posts', 'p1');
    expect(doc).toMatchObject({ replyToId: null, firstCommentAt: doc?.createdAt });
  });

  test('has hidden comments visible to their authors and moderators only', () => {
    const hidden = after(created('p1'), ofPost('p1', 'PostHidden')).get('posts', 'p1').doc;
    expect(
      [anonymousPrincipal, { accountId: 'b', roles: [] }, { accountId: 'a', roles: [] }, moderator].map((principal) =>
        isSeen(principal as Principal, hidden),
      ),
    ).toEqual([false, false, true, true]);
  });
});
