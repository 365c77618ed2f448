import { given } from '@waystory/infra/commands/given.ts';
import type { Principal } from '@waystory/infra/identity/principal.ts';
import type { Post, PostEvent } from '@waystory/proto/social/post.ts';
import type { Target } from '@waystory/proto/social/target.ts';
import { describe, expect, test } from 'vitest';
import { postStream } from './post.ts';

/** Creation time of the comment that is answered. */
const then = '2026-05-01T08:00:00.000Z';

const id = (letter: string): string => `${letter}0000000-0000-8000-8000-000000000001`;
const ada: Principal = { accountId: id('a'), roles: [] };
const bob: Principal = { accountId: id('b'), roles: [] };
const moderator: Principal = { accountId: id('c'), roles: ['moderator'] };
const admin: Principal = { accountId: id('d'), roles: ['admin'] };
const target: Target = {
  id: id('e'),
  kind: 'stop',
  itineraryId: id('f'),
  isAccepted: true,
  stopIds: [],
  accountId: id('b'),
  visibility: 'PUBLIC',
  hidden: false,
};
const where = { postableType: 'stop', postableId: id('e'), itineraryId: id('f') } as const;
const created: PostEvent = { type: 'PostCreated', data: { accountId: id('a'), text: 'Worth the climb', ...where } };
const hidden: PostEvent = { type: 'PostHidden', data: { reason: null } };
const create = {
  type: 'CreatePost',
  accountId: id('a'),
  post: { text: 'Worth the climb' },
  target,
  file: null,
  replyTo: null,
  actor: ada,
} as const;
const patch = (actor: Principal, changes: { text?: string; imageUrl?: string | null; hidden?: boolean }, seesTarget = true) =>
  ({ type: 'PatchPost', changes, actor, seesTarget }) as const;
const remove = (actor: Principal, seesTarget = true) => ({ type: 'DeletePost', actor, seesTarget }) as const;

describe('post', () => {
  test('is rejected without a target that its author sees', () => {
    const { state } = given(postStream, [], id('9')).when(create).then([created]);
    expect(state).toMatchObject({ id: id('9'), text: 'Worth the climb', imageUrl: null, fileId: null, hidden: false, version: 1, ...where });
    expect(state).toMatchObject({ replyToId: null, firstCommentAt: state?.createdAt });
    given(postStream, [])
      .when({ ...create, target: null })
      .rejects('post/target-unknown');
  });

  test("is rejected for another account than the caller's, also when the caller is an admin", () => {
    for (const actor of [bob, admin])
      given(postStream, [])
        .when({ ...create, actor })
        .rejects('post/other-account');
  });

  test('has a picture that its author uploaded, and is rejected with any other picture', () => {
    const file = { url: '/media/a.webp', mimeType: 'image/webp', width: 3, height: 2 };
    const post = { text: 'Worth the climb', fileId: id('8') };
    const { state } = given(postStream, [])
      .when({ ...create, post, file })
      .then([{ type: 'PostCreated', data: { ...post, accountId: id('a'), ...where, file } }]);
    expect(state).toMatchObject({ fileId: id('8'), file });
    given(postStream, [])
      .when({ ...create, post })
      .rejects('post/file-unknown');
  });

  test('is created once when the command repeats', () => {
    given(postStream, [created]).when(create).then([]);
  });

  test('is changed by its author and admins, with events for different values only', () => {
    given(postStream, [created])
      .when(patch(ada, { text: 'Worth the climb', imageUrl: '/media/a.webp' }))
      .then([{ type: 'PostRewritten', data: { changes: { imageUrl: '/media/a.webp' } } }])
      .when(patch(admin, { imageUrl: null }))
      .then([{ type: 'PostRewritten', data: { changes: { imageUrl: null } } }])
      .when(patch(ada, { imageUrl: null }))
      .then([])
      .when(patch(ada, {}))
      .then([]);
    for (const actor of [bob, moderator])
      given(postStream, [created])
        .when(patch(actor, { text: 'Mine' }))
        .rejects('post/not-yours');
  });

  test('is hidden and restored by moderators only', () => {
    for (const actor of [ada, bob])
      given(postStream, [created])
        .when(patch(actor, { hidden: true }))
        .rejects('post/only-moderators');
    given(postStream, [created])
      .when(patch(moderator, { hidden: true }))
      .then([hidden])
      .when(patch(moderator, { hidden: true }))
      .then([])
      .when(patch(admin, { hidden: false }))
      .then([{ type: 'PostRestored', data: { reason: null } }]);
  });

  test('rejects commands of others as post/unknown while it is hidden', () => {
    const history = given(postStream, [created, hidden]);
    history.when(patch(bob, { text: 'Mine' })).rejects('post/unknown');
    history.when(remove(bob)).rejects('post/unknown');
    history.when(patch(ada, { text: 'Better' })).then([{ type: 'PostRewritten', data: { changes: { text: 'Better' } } }]);
  });

  test('accepts only commands of moderators and its deletion by the author while the actor does not see its target', () => {
    const history = given(postStream, [created]);
    for (const actor of [ada, bob]) history.when(patch(actor, { text: 'Mine' }, false)).rejects('post/unknown');
    history.when(remove(bob, false)).rejects('post/unknown');
    history.when(patch(moderator, { hidden: true }, false)).then([hidden]);
    history.when(remove(ada, false)).then([{ type: 'PostDeleted', data: {} }]);
  });

  test('is deleted once by its author, an admin, or a moderator in bulk', () => {
    for (const actor of [bob, moderator]) given(postStream, [created]).when(remove(actor)).rejects('post/not-yours');
    given(postStream, [created])
      .when({ ...remove(moderator), moderating: true })
      .then([{ type: 'PostDeleted', data: {} }]);
    given(postStream, [created])
      .when({ ...remove(bob), moderating: true })
      .rejects('post/not-yours');
    for (const actor of [ada, admin])
      given(postStream, [created])
        .when(remove(actor))
        .then([{ type: 'PostDeleted', data: {} }])
        .when(remove(actor))
        .rejects('post/unknown');
  });

  test('is erased once, with no event for a repeated erasure', () => {
    const { state } = given(postStream, [created])
      .when({ type: 'ErasePost' })
      .then([{ type: 'PostDeleted', data: {} }])
      .when({ type: 'ErasePost' })
      .then([]);
    expect(state).toBeNull();
  });
});

describe('reply', () => {
  const comment: Post = {
    ...{ id: id('1'), accountId: id('b'), text: 'How long is the way?', imageUrl: null, fileId: null, file: null, ...where },
    ...{ replyToId: null, firstCommentAt: then, hidden: false, likeCount: 0, version: 1, createdAt: then, updatedAt: then },
  };
  const reply = (replyTo: Post | null, actor: Principal = ada) =>
    ({ ...create, accountId: actor.accountId ?? '', post: { text: 'An hour', replyToId: replyTo?.id ?? id('2') }, replyTo, actor }) as const;
  const filed = { replyToId: comment.id, firstCommentAt: then };
  const replied = ({ accountId }: Principal): PostEvent[] => [
    { type: 'PostCreated', data: { accountId: accountId ?? '', text: 'An hour', ...where, ...filed } },
  ];

  test('records id and creation time of the comment that it answers', () => {
    const { state } = given(postStream, []).when(reply(comment)).then(replied(ada));
    expect(state).toMatchObject({ text: 'An hour', ...filed, ...where });
  });

  test('to another reply has the replyToId of the first comment', () => {
    const other: Post = { ...comment, ...filed, id: id('3'), createdAt: '2026-05-02T08:00:00.000Z' };
    given(postStream, []).when(reply(other)).then(replied(ada));
  });

  test('is rejected without a comment on the same target', () => {
    for (const elsewhere of [{ postableId: id('7') }, { postableId: id('f'), postableType: 'itinerary' as const }])
      given(postStream, [])
        .when(reply({ ...comment, ...elsewhere }))
        .rejects('post/reply-to-unknown');
    given(postStream, []).when(reply(null)).rejects('post/reply-to-unknown');
    given(postStream, [])
      .when({ ...reply(comment), target: null })
      .rejects('post/target-unknown');
  });

  test('to a hidden comment is allowed to its author and moderators only', () => {
    const hiddenOne = { ...comment, hidden: true };
    given(postStream, []).when(reply(hiddenOne)).rejects('post/reply-to-unknown');
    for (const actor of [bob, moderator]) given(postStream, []).when(reply(hiddenOne, actor)).then(replied(actor));
  });

  test('with the replyToId null is created as a comment of its own', () => {
    given(postStream, [])
      .when({ ...create, post: { text: 'Worth the climb', replyToId: null } })
      .then([created]);
  });
});
